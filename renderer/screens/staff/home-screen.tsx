import { ChevronRight } from "lucide-react";
import { useSession } from "../../api/session.ts";
import { EmptyState } from "../../parts/states.tsx";
import { placesOf, STAFF_HOME } from "../../shell/staff-places.ts";
import { useText } from "../../text/i18n.ts";
import { StaffPage } from "./staff-gate.tsx";

/** Where colleagues begin: the desks that their role may work at, each with what is done there. */
export default function StaffHomeScreen() {
  const words = useText();
  const role = useSession()?.user?.role;
  const places = placesOf(role);
  return (
    <StaffPage title={words("staff:home.title")} at={STAFF_HOME}>
      <div className="screen narrowscreen">
        <h1 tabIndex={-1}>{words("staff:home.title")}</h1>
        {places.length === 0 ? (
          <EmptyState title={words("staff:home.none.title")}>{words("staff:home.none.text")}</EmptyState>
        ) : (
          <ul className="card desks">
            {places.map(({ key, href }) => (
              <li key={key}>
                <a href={href}>
                  <span>
                    <b>{words(`tab:${key}`)}</b>
                    <small>{words(`staff:home.${key}`)}</small>
                  </span>
                  <ChevronRight size={20} aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </StaffPage>
  );
}
