import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { logOut, useSession } from "../kit/api/session.ts";
import { placesOf, STAFF_HOME } from "../kit/api/staff-places.ts";
import { Mark } from "../kit/brand/logo.tsx";
import { LanguageSwitch } from "../kit/parts/language-switch.tsx";
import { usePageTitle } from "../kit/parts/page-title.ts";
import { DemoMark } from "../kit/parts/small-parts.tsx";
import { useText } from "../kit/text/i18n.ts";
import "./staff.css";

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
        <a className="mark" href={STAFF_HOME}>
          <Mark />
          <span>{words("header:staff")}</span>
        </a>
        <nav aria-label={words("header:menu")}>
          {placesOf(user?.role).map(({ key, href }) => (
            <a
              key={key}
              ref={at === href ? showPlace : undefined}
              href={href}
              aria-current={at === href ? "page" : undefined}
            >
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

/** On a phone the places are wider than the screen: the one that is shown is moved into view. */
function showPlace(place: HTMLElement | null): void {
  const row = place?.parentElement;
  if (place && row) row.scrollLeft = place.offsetLeft - (row.clientWidth - place.offsetWidth) / 2;
}
