import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { logOut, useSession } from "../api/session.ts";
import { Mark } from "../brand/logo.tsx";
import { DemoMark } from "../parts/small-parts.tsx";
import { useText } from "../text/i18n.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { usePageTitle } from "./page-title.ts";

/** Places by the roles that may work there. The server judges by itself. */
const PLACES: readonly (readonly [string, string, (readonly string[])?])[] = [
  ["reviews", "/staff/reviews"],
  ["nav", "/staff/nav"],
  ["definitions", "/staff/definitions"],
  ["rules", "/staff/rules", ["compliance", "operations", "support"]],
  ["able", "/staff/able-to-invest", ["support", "compliance"]],
];

/** A page of colleagues: their places along the top, who is here at the right, the whole width below. */
export function StaffFrame({
  title,
  at,
  children,
}: {
  readonly title: string;
  /** The place that is shown. */
  readonly at: string;
  readonly children: ReactNode;
}) {
  const words = useText();
  const user = useSession()?.user;
  usePageTitle(title);
  return (
    <>
      <header className="stafftop">
        <a className="mark" href="/staff/reviews">
          <Mark />
          <span>{words("header:staff")}</span>
        </a>
        <nav aria-label={words("header:menu")}>
          {PLACES.filter(([, , roles]) => roles?.includes(user?.role ?? "") ?? true).map(([key, href]) => (
            <a key={key} href={href} aria-current={at === href ? "page" : undefined}>
              {words(`tab:${key}`)}
            </a>
          ))}
        </nav>
        <span className="who">
          <DemoMark />
          <LanguageSwitch />
          {user ? (
            <span className="onlywide">
              <b>{user.email}</b>
              <small>{words(`staff:role.${user.role ?? "none"}`)}</small>
            </span>
          ) : null}
          <button
            type="button"
            className="iconbtn"
            aria-label={words("button:logOut")}
            onClick={() => void logOut()}
          >
            <LogOut size={20} aria-hidden="true" />
          </button>
        </span>
      </header>
      <main id="main" className="staff" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
