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
import { useFlag } from "../api/flags.ts";
import { logOut, useSession } from "../api/session.ts";
import { Logo } from "../brand/logo.tsx";
import { useText } from "../text/i18n.ts";
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

/** Menus behind a switch of the same name; on phones they stand under the fourth place. */
const MENUS = [
  ["market", "/market", ChartCandlestick, "market-menu"],
  ["tools", "/tools", Calculator, "tools-menu"],
] as const;

/** A page of the four places: bottom navigation on phones, side navigation on desktops. `at` is the path that is shown. */
export function InsidePage({
  title,
  at = location.pathname,
  back,
  onBrand,
  children,
}: {
  readonly title: string;
  readonly at?: string;
  /** On a phone: a way back to the list, and this page's own name in the bar. */
  readonly back?: { readonly href: string; readonly name: ReactNode };
  /** On a phone the app bar belongs to the brand's panel below it. */
  readonly onBrand?: boolean;
  readonly children: ReactNode;
}) {
  const words = useText();
  const session = useSession();
  usePageTitle(title);
  const current = (href: string) =>
    at === href || at.startsWith(`${href}/`) ? ("page" as const) : undefined;
  const home = session ? "/overview" : "/";
  return (
    <div className="frame">
      <aside className="side">
        <Logo href={home} />
        <nav aria-label={words("header:menu")}>
          {PLACES.map(([key, href, Icon]) => (
            <a key={key} href={href} aria-current={current(href)}>
              <Icon size={22} strokeWidth={1.9} aria-hidden="true" />
              {words(`tab:${key}`)}
            </a>
          ))}
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
      <div className="inside">
        <header
          className={["appbar onlyphone", back ? "appbar--back" : "", onBrand ? "appbar--brand" : ""].join(
            " ",
          )}
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
          <LanguageSwitch />
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
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
      </div>
    </div>
  );
}

/** Stands while its switch is on. */
function Menu({ flag, children }: { readonly flag: string; readonly children: ReactNode }) {
  return useFlag(flag) ? children : null;
}

/** Whether a task is only a part of another page, such as a preview: that page has the bar, the title and the focus. */
export const Embedded = createContext(false);

/** One task at a time: app bar with a way back, a narrow column, and the main action docked in reach. */
export function TaskPage({
  title,
  heading,
  back,
  close,
  dock,
  children,
}: {
  /** What the task is; stands in the app bar. */
  readonly title: string;
  /** What this screen is, for the browser's tab, where it differs. */
  readonly heading?: string;
  readonly back?: (() => void) | string;
  /** Where the cross leads, on screens that are no step. */
  readonly close?: string;
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}) {
  if (useContext(Embedded))
    return (
      <div className="narrow">
        {children}
        {dock ? (
          <div className="dock">
            <div>{dock}</div>
          </div>
        ) : null}
      </div>
    );
  return (
    <WholeTaskPage title={title} heading={heading} back={back} close={close} dock={dock}>
      {children}
    </WholeTaskPage>
  );
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
        {dock ? (
          <div className="dock">
            <div>{dock}</div>
          </div>
        ) : null}
      </main>
    </>
  );
}

/** A page that stands still: one picture, what it means, what to do. */
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
