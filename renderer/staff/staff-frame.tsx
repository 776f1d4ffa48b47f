import { LogOut, Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { logOut, useSession } from "../kit/api/session.ts";
import { placesOf, STAFF_HOME, type StaffArea } from "../kit/api/staff-places.ts";
import { Mark } from "../kit/brand/logo.tsx";
import { LanguageSwitch } from "../kit/parts/language-switch.tsx";
import { usePageTitle } from "../kit/parts/page-title.ts";
import { DemoMark } from "../kit/parts/small-parts.tsx";
import { useText } from "../kit/text/i18n.ts";
import { FactorDialog } from "./factor-dialog.tsx";
import "./staff.css";

const AREAS: readonly StaffArea[] = ["people", "fund", "orders", "definitions", "system"];

/**
 * The frame of a staff page, with the menu by area at its side. On phones, a button with the current page's
 * name opens the menu.
 */
export function StaffFrame({
  title,
  at,
  children,
}: {
  readonly title: string;
  /** Address of the current page. */
  readonly at: string;
  readonly children: ReactNode;
}) {
  const words = useText();
  const user = useSession()?.user;
  usePageTitle(title);
  return (
    <div className={user?.role === "auditor" ? "staffpage readsonly" : "staffpage"}>
      <header className="stafftop">
        <a className="mark" href={STAFF_HOME}>
          <Mark />
          <span>{words("header:staff")}</span>
        </a>
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
      <StaffMenu places={placesOf(user?.role)} at={at} />
      <main id="main" className="staff" tabIndex={-1}>
        {children}
      </main>
      <FactorDialog />
    </div>
  );
}

/** The pages of a role, by area. The current page is marked. */
function StaffMenu({ places, at }: { readonly places: ReturnType<typeof placesOf>; readonly at: string }) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const here = places.find(({ href }) => href === at);
  return (
    <nav className={isOpen ? "staffmenu isopen" : "staffmenu"} aria-label={words("header:menu")}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Menu size={20} aria-hidden="true" />
        {here ? words(`tab:${here.key}`) : words("header:menu")}
      </button>
      {AREAS.map((area) => ({ area, within: places.filter((place) => place.area === area) }))
        .filter(({ within }) => within.length > 0)
        .map(({ area, within }) => (
          <section key={area} aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{words(`staff:area.${area}`)}</h2>
            {within.map(({ key, href }) => (
              <a
                key={key}
                href={href}
                aria-current={at === href ? "page" : undefined}
                onClick={() => setOpen(false)}
              >
                {words(`tab:${key}`)}
              </a>
            ))}
          </section>
        ))}
    </nav>
  );
}
