import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarDesk } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { useChangeTitle, WaitingChange } from "./calendar-proposal.tsx";
import { CalendarYear } from "./calendar-year.tsx";
import { HolidayForm } from "./holiday-form.tsx";
import { Unsettled } from "./unsettled.tsx";
import "./calendar.css";

/**
 * The page of the business calendar: loaded years and holidays. One person proposes a change, and another
 * decides.
 */
export default function CalendarScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:calendar.title")} at="/staff/calendar">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/calendar"), refetchInterval: 10_000 });
  const mayPropose = useSession()?.user?.role === "finance";
  const [writing, setWriting] = useState(false);
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:calendar.title")}</h1>
          <p className="mut">{words("staff:calendar.intro")}</p>
        </div>
        {mayPropose && desk.data && !writing ? (
          <Button kind="main" onClick={() => setWriting(true)}>
            {words("staff:calendar.add.open")}
          </Button>
        ) : null}
      </div>
      {desk.isPending ? <LoadingShape rows={6} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data ? (
        <>
          <Unsettled years={desk.data.unsettled} />
          {writing ? <HolidayForm onClose={() => setWriting(false)} /> : null}
          {desk.data.waiting.map((change) => (
            <WaitingChange key={change.id} of={change} />
          ))}
          <Reach of={desk.data} />
          {desk.data.years.toReversed().map((year) => (
            <CalendarYear
              key={year.year}
              of={year}
              waiting={desk.data.waiting}
              isOver={String(year.year) < desk.data.today.slice(0, 4)}
              mayPropose={mayPropose}
            />
          ))}
          <Earlier of={desk.data} />
        </>
      ) : null}
    </div>
  );
}

/** The loaded years, and what happens on dates outside them. */
function Reach({ of }: { readonly of: CalendarDesk }) {
  const words = useText();
  const first = of.years[0]?.year;
  const last = of.years.at(-1)?.year;
  if (first === undefined || last === undefined)
    return <Note tone="loss">{words("staff:calendar.reach.none")}</Note>;
  return (
    <Note tone="info">
      <b>{words("staff:calendar.reach.years", { first, last })}</b>
      <p>
        {of.lastNavDay === null
          ? words("staff:calendar.reach.none")
          : words("staff:calendar.reach.until", { date: formatDate(of.lastNavDay) })}
      </p>
    </Note>
  );
}

/** Calendar changes that were decided, latest first. */
function Earlier({ of }: { readonly of: CalendarDesk }) {
  const words = useText();
  const titleOf = useChangeTitle();
  const who = (email: string | null) => email ?? words("staff:nav.someone");
  return (
    <section className="card judged">
      <h2>{words("staff:calendar.earlier.title")}</h2>
      {of.earlier.length === 0 ? <p className="mut">{words("staff:calendar.earlier.none")}</p> : null}
      <ul className="changes">
        {of.earlier.map((one) => (
          <li key={one.id}>
            <b>
              {titleOf(one)} · {words(`staff:proposal.state.${one.state}`)}
            </b>
            <p className="small">
              {words("staff:proposal.by", { who: who(one.enteredBy), at: formatInstant(one.enteredAt) })} ·{" "}
              {one.note}
            </p>
            <p className="small">
              {words("staff:calendar.earlier.decided", {
                who: who(one.decidedBy),
                at: formatInstant(one.decidedAt ?? one.enteredAt),
              })}{" "}
              · {one.decisionNote}
              {one.moved > 0 ? ` · ${words("staff:calendar.earlier.moved", { orders: one.moved })}` : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
