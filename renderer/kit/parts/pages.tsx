import {
  ArrowLeft,
  Calculator,
  ChartCandlestick,
  ChartLine,
  Headphones,
  House,
  LogOut,
  ReceiptText,
  UserRound,
  X,
} from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import type { FlagName } from "../../../domain/flag-names.ts";
import { useFlag } from "../api/flags.ts";
import { logOut, useSession } from "../api/session.ts";
import { Logo } from "../brand/logo.tsx";
import { useText } from "../text/i18n.ts";
import { Bell } from "./bell.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { usePageTitle } from "./page-title.ts";
import { DemoMark } from "./small-parts.tsx";
import "./pages.css";

const PLACES = [
  ["overview", "/overview", House],
  ["strategies", "/strategies", ChartLine],
  ["transactions", "/transactions", ReceiptText],
  ["me", "/me", UserRound],
] as const;

/**
 * Menu entries that a feature switch of the same name can hide. On phones they are listed under the fourth
 * tab.
 */
const MENUS = [
  ["market", "/market", ChartCandlestick, "market-menu"],
  ["tools", "/tools", Calculator, "tools-menu"],
] as const;

/** A page with navigation, at the bottom on phones and at the side on desktops. `at` is the current path. */
export function InsidePage({
  title,
  at = location.pathname,
  back,
  onBrand,
  children,
}: {
  readonly title: string;
  readonly at?: string;
  /** Link from the app bar back to the list, on phones; the app bar then shows this page's name. */
  readonly back?: BackLink;
  /** Whether the app bar on phones is part of the brand panel below it. */
  readonly onBrand?: boolean;
  readonly children: ReactNode;
}) {
  usePageTitle(title);
  const current: Current = (href) => (at === href || at.startsWith(`${href}/`) ? "page" : undefined);
  const home = useSession() ? "/overview" : "/";
  return (
    <div className="frame">
      <SideBar home={home} current={current} />
      <div className="inside">
        <PhoneBar home={home} back={back} onBrand={onBrand} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <BottomPlaces current={current} />
      </div>
    </div>
  );
}

type BackLink = { readonly href: string; readonly name: ReactNode };

/**
 * A function that returns `page`, the value for `aria-current`, if the current page belongs to the menu entry
 * at an address.
 */
type Current = (href: string) => "page" | undefined;

/** The navigation on desktops. */
function SideBar({ home, current }: { readonly home: string; readonly current: Current }) {
  const words = useText();
  const session = useSession();
  return (
    <aside className="side">
      <Logo href={home} />
      <nav aria-label={words("header:menu")}>
        {PLACES.map(([key, href, Icon]) => (
          <a key={key} href={href} aria-current={current(href)}>
            <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
            {words(`tab:${key}`)}
          </a>
        ))}
        <Bell withText current={current("/notifications")} />
        {MENUS.map(([key, href, Icon, flag]) => (
          <Menu key={key} flag={flag}>
            <a href={href} aria-current={current(href)}>
              <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
              {words(`tab:${key}`)}
            </a>
          </Menu>
        ))}
      </nav>
      <div className="base">
        <a href="/contact">
          <Headphones size={20} aria-hidden="true" /> {words("common:help")}
        </a>
        {session ? (
          <button type="button" onClick={() => void logOut()}>
            <LogOut size={20} aria-hidden="true" /> {words("button:logOut")}
          </button>
        ) : null}
        <LanguageSwitch />
        <DemoMark />
      </div>
    </aside>
  );
}

/** The app bar on phones. It shows the logo, or a back link with the page's name. */
function PhoneBar({
  home,
  back,
  onBrand,
}: {
  readonly home: string;
  readonly back: BackLink | undefined;
  readonly onBrand: boolean | undefined;
}) {
  const words = useText();
  return (
    <header
      className={["appbar onlyphone", back ? "appbar--back" : "", onBrand ? "appbar--brand" : ""].join(" ")}
    >
      {back ? (
        <>
          <a className="iconbtn" href={back.href} aria-label={words("button:back")}>
            <ArrowLeft size={22} aria-hidden="true" />
          </a>
          <span className="title grow">{back.name}</span>
        </>
      ) : (
        <span className="grow">
          <Logo href={home} />
        </span>
      )}
      <DemoMark />
      {back ? null : <Bell />}
      <LanguageSwitch />
    </header>
  );
}

/** The navigation on phones. */
function BottomPlaces({ current }: { readonly current: Current }) {
  const words = useText();
  return (
    <nav className="places" aria-label={words("header:menu")}>
      {PLACES.map(([key, href, Icon]) => (
        <a key={key} href={href} aria-current={current(href)}>
          <span>
            <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
          </span>
          {words(`tab:${key}`)}
        </a>
      ))}
    </nav>
  );
}

/** Renders its children only while a feature switch is on. */
function Menu({ flag, children }: { readonly flag: FlagName; readonly children: ReactNode }) {
  return useFlag(flag) ? children : null;
}

/**
 * Whether a task is embedded in another page, such as a preview. The outer page then supplies the app bar,
 * the title and the focus.
 */
export const Embedded = createContext(false);

/**
 * A page with one task: an app bar with Back, a narrow column, and a main button that stays at the bottom of
 * the window.
 */
export function TaskPage({
  title,
  heading,
  back,
  close,
  dock,
  children,
}: {
  /** The name of the task, shown in the app bar. */
  readonly title: string;
  /** The title of this screen in the browser tab, if it differs from `title`. */
  readonly heading?: string;
  readonly back?: (() => void) | string;
  /** Address that the close button leads to, on screens that are not steps. */
  readonly close?: string;
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}) {
  if (useContext(Embedded))
    return (
      <div className="narrow">
        {children}
        <Dock>{dock}</Dock>
      </div>
    );
  return (
    <WholeTaskPage title={title} heading={heading} back={back} close={close} dock={dock}>
      {children}
    </WholeTaskPage>
  );
}

/** The area at the lower edge of a task with its main action. Renders nothing if there is no action. */
function Dock({ children }: { readonly children: ReactNode }) {
  return children ? (
    <div className="dock">
      <div>{children}</div>
    </div>
  ) : null;
}

function WholeTaskPage({
  title,
  heading,
  back,
  close,
  dock,
  children,
}: {
  readonly title: string;
  readonly heading: string | undefined;
  readonly back: (() => void) | string | undefined;
  readonly close: string | undefined;
  readonly dock: ReactNode;
  readonly children: ReactNode;
}) {
  const words = useText();
  usePageTitle(heading ?? title);
  return (
    <>
      <header className={back ? "appbar appbar--back" : "appbar"}>
        {typeof back === "string" ? (
          <a className="iconbtn" href={back} aria-label={words("button:back")}>
            <ArrowLeft size={22} aria-hidden="true" />
          </a>
        ) : back ? (
          <button type="button" className="iconbtn" aria-label={words("button:back")} onClick={back}>
            <ArrowLeft size={22} aria-hidden="true" />
          </button>
        ) : null}
        <p className="title grow">{title}</p>
        <DemoMark />
        <LanguageSwitch />
        {close ? (
          <a className="iconbtn" href={close} aria-label={words("button:close")}>
            <X size={22} aria-hidden="true" />
          </a>
        ) : null}
      </header>
      <main id="main" className="narrow" tabIndex={-1}>
        {children}
        <Dock>{dock}</Dock>
      </main>
    </>
  );
}

/** A page with one message: a picture, an explanation, and what to do. */
export function StillPage({
  title,
  art,
  children,
}: {
  readonly title: string;
  readonly art: ReactNode;
  readonly children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <>
      <PublicBar />
      <main id="main" className="still" tabIndex={-1}>
        <div className="art">{art}</div>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </main>
    </>
  );
}

function PublicBar() {
  return (
    <header className="appbar">
      <span className="grow">
        <Logo />
      </span>
      <DemoMark />
      <LanguageSwitch />
    </header>
  );
}
