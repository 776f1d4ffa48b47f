import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { StaffRoles } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { EndRole } from "./end-role.tsx";
import { ProposeRole } from "./propose-role.tsx";
import { WaitingRoles } from "./waiting-roles.tsx";

/**
 * The page of roles: who has which role, now or on a past day. Administrators propose, approve and end roles
 * on this page.
 */
export default function RolesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:roles.title")} at="/staff/roles">
      <Roles />
    </StaffPage>
  );
}

function Roles() {
  const words = useText();
  const [typed, setTyped] = useState("");
  const parsed = parseTypedDate(typed.trim());
  const day = parsed.ok ? parsed.value : null;
  const roles = useQuery(get("/staff-roles", { query: { on: day ?? undefined } }));
  const isAdmin = useSession()?.user?.role === "admin";
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:roles.title")}</h1>
          <p className="mut">{words("staff:roles.intro")}</p>
        </div>
        <TextField
          id="roles-day"
          label={words("staff:roles.day")}
          hint={words("staff:roles.dayHint")}
          inputMode="numeric"
          placeholder="DD/MM/YYYY"
          value={typed}
          error={typed.length >= 10 && day === null ? words("staff:roles.dayWrong") : null}
          onValue={setTyped}
        />
      </div>
      {roles.data ? (
        <>
          {day === null ? <WaitingRoles of={roles.data} /> : null}
          <Colleagues of={roles.data} day={day} mayEnd={isAdmin && day === null} />
          {isAdmin && day === null ? <ProposeRole /> : null}
          <Handed of={roles.data} />
          <Changes of={roles.data} />
        </>
      ) : roles.isError ? (
        <ErrorState error={roles.error} retry={() => void roles.refetch()} />
      ) : (
        <LoadingShape rows={6} />
      )}
    </div>
  );
}

function Colleagues({
  of,
  day,
  mayEnd,
}: {
  readonly of: StaffRoles;
  readonly day: string | null;
  readonly mayEnd: boolean;
}) {
  const words = useText();
  const [ends, setEnds] = useState<string | null>(null);
  const leaver = of.colleagues.find(({ id }) => id === ends);
  return (
    <section className="card card--pad gap12" aria-labelledby="colleagues">
      <h2 id="colleagues">
        {day === null ? words("staff:roles.now") : words("staff:roles.asOf", { date: formatDate(day) })}
      </h2>
      {of.colleagues.length === 0 ? <p className="mut">{words("staff:roles.none")}</p> : null}
      <ul className="rowlist">
        {of.colleagues.map((one) => (
          <li key={one.id}>
            <span>
              <b className="wrap">{one.email}</b> <Badge tone="info">{words(`staff:role.${one.role}`)}</Badge>{" "}
              {one.own ? <Badge>{words("staff:roles.you")}</Badge> : null}
              {one.locked ? <Badge tone="loss">{words("staff:roles.locked")}</Badge> : null}
              <small className="block">
                {words("staff:roles.since", { at: formatInstant(one.since) })} ·{" "}
                {one.by === null || one.approvedBy === null
                  ? words("staff:roles.command")
                  : words("staff:roles.given", { by: one.by, approvedBy: one.approvedBy })}
              </small>
            </span>
            {mayEnd ? (
              <Button small onClick={() => setEnds(one.id)}>
                {words("staff:roles.end.button")}
                <span className="sr"> {one.email}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {leaver ? (
        <EndRole
          of={leaver}
          heirs={of.colleagues.filter(({ id, locked }) => id !== leaver.id && !locked)}
          onClose={() => setEnds(null)}
        />
      ) : null}
    </section>
  );
}

function Changes({ of }: { readonly of: StaffRoles }) {
  const words = useText();
  const named = (role: string | null) => words(`staff:role.${role ?? "none"}`);
  return (
    <section className="card card--pad gap12" aria-labelledby="changes">
      <h2 id="changes">{words("staff:roles.changes")}</h2>
      <ul className="rowlist">
        {of.changes.map((one) => (
          <li key={`${one.email} ${one.at}`}>
            <span className="wrap">
              {words("staff:roles.change", { email: one.email, from: named(one.from), to: named(one.to) })}
              {one.reason === null ? null : <small className="block">{one.reason}</small>}
            </span>
            <span className="small">
              {words(`staff:roles.why.${one.why}`)} ·{" "}
              {one.by === null
                ? formatInstant(one.at)
                : words("staff:roles.by", { by: one.by, at: formatInstant(one.at) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Handed({ of }: { readonly of: StaffRoles }) {
  const words = useText();
  if (of.handed.length === 0) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="handed">
      <h2 id="handed">{words("staff:roles.handed")}</h2>
      <ul className="rowlist">
        {of.handed.map(({ kind, id, from, to, at }) => (
          <li key={`${kind} ${id} ${at}`}>
            <span className="wrap">
              {words("staff:roles.handedLine", { kind: words(`staff:roles.kind.${kind}`), from, to })}
            </span>
            <span className="small">{formatInstant(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
