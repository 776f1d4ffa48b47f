import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { placesOf, STAFF_HOME } from "../kit/api/staff-places.ts";
import { Note } from "../kit/parts/note.tsx";
import { Badge } from "../kit/parts/small-parts.tsx";
import { EmptyState } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import { Unsettled } from "./calendar/unsettled.tsx";
import { FactorMissing } from "./factor-missing.tsx";
import { StaffPage } from "./staff-gate.tsx";

/** The first staff page. It lists the desks of the person's role, each with its purpose. */
export default function StaffHomeScreen() {
  const words = useText();
  const role = useSession()?.user?.role;
  const places = placesOf(role);
  const hasCalendar = places.some(({ key }) => key === "calendar");
  const { data: tasks } = useQuery({
    ...get("/calendar/tasks"),
    enabled: hasCalendar,
    refetchInterval: 30_000,
  });
  const { data: turns } = useQuery({
    ...get("/switches/tasks"),
    enabled: places.some(({ key }) => key === "switches"),
    refetchInterval: 30_000,
  });
  const { data: security } = useQuery({ ...get("/security"), refetchOnMount: "always" });
  if (security?.twoFactorSince === null)
    return (
      <StaffPage title={words("staff:home.title")} at={STAFF_HOME}>
        <FactorMissing />
      </StaffPage>
    );
  return (
    <StaffPage title={words("staff:home.title")} at={STAFF_HOME}>
      <div className="screen narrowscreen">
        <h1 tabIndex={-1}>{words("staff:home.title")}</h1>
        {role === "admin" || role === "compliance" || role === "auditor" ? <BrokenTrail /> : null}
        {tasks ? <Unsettled years={tasks.unsettled} /> : null}
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
                    <ToDecide count={key === "calendar" ? tasks?.toDecide : 0} />
                    <ToDecide count={key === "switches" ? turns?.toDecide : 0} />
                    {key === "switches" && turns && turns.unconfirmed > 0 ? (
                      <Badge tone="loss">
                        {words("staff:home.unconfirmed", { count: turns.unconfirmed })}
                      </Badge>
                    ) : null}
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

/** The number of proposals that wait for the person's decision. Renders nothing if there are none. */
function ToDecide({ count = 0 }: { readonly count: number | undefined }) {
  const words = useText();
  return count === 0 ? null : <Badge tone="warn">{words("staff:home.toDecide", { count })}</Badge>;
}

/** A warning that a check of the audit trail failed. It stays until a complete check passes. */
function BrokenTrail() {
  const words = useText();
  const { data } = useQuery(get("/audit"));
  if (!data?.broken) return null;
  const { batch, since } = data.broken;
  return (
    <Note tone="loss" role="alert">
      <b>{words("staff:home.broken.title")}</b>
      <p>{words("staff:home.broken.text", { batch, since: formatInstant(since) })}</p>
    </Note>
  );
}
