import { useState } from "react";
import type { CalendarDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ReasonForm } from "./reason-form.tsx";
import { weekdayOf } from "./weekday-of.ts";

type Year = CalendarDesk["years"][number];

/** A loaded year: whether it is confirmed, its holidays, and possible proposals. */
export function CalendarYear({
  of,
  waiting,
  isOver,
  mayPropose,
}: {
  readonly of: Year;
  readonly waiting: CalendarDesk["waiting"];
  readonly isOver: boolean;
  readonly mayPropose: boolean;
}) {
  const words = useText();
  const lng = useLanguage();
  const [about, setAbout] = useState<string | null>(null);
  const waits = (date: string | null) =>
    waiting.some((change) => change.year === of.year && change.date === date);
  const list = (
    <ul className="holidays">
      {of.holidays.map((holiday) => (
        <Holiday
          key={holiday.date}
          of={holiday}
          waits={waits(holiday.date)}
          onWithdraw={
            mayPropose && !holiday.over && about !== holiday.date ? () => setAbout(holiday.date) : null
          }
        />
      ))}
    </ul>
  );
  const withdrawn = of.holidays.find(({ date }) => date === about);
  return (
    <section className="card judged" data-year={of.year}>
      <div className="screenhead">
        <div>
          <h2>{words("staff:calendar.year.title", { year: of.year, buddhist: of.year + 543 })}</h2>
          <p className="small">
            {words("staff:calendar.year.days", { days: of.businessDays, holidays: of.holidays.length })}
          </p>
        </div>
        <Badge tone={of.confirmed ? "gain" : "warn"}>
          {words(`staff:calendar.year.${of.confirmed ? "confirmed" : "unconfirmed"}`)}
        </Badge>
      </div>
      {of.confirmed ? null : waits(null) ? (
        <p className="small">{words("staff:calendar.year.waits")}</p>
      ) : about === "year" ? (
        <ReasonForm
          send={(body) => call("POST", "/calendar/years/{year}/confirm", { path: { year: of.year }, body })}
          says={words("staff:calendar.does.CONFIRM_YEAR")}
          onClose={() => setAbout(null)}
        />
      ) : mayPropose ? (
        <div>
          <Button onClick={() => setAbout("year")}>
            {words("staff:calendar.confirm", { year: of.year })}
          </Button>
        </div>
      ) : null}
      {withdrawn ? (
        <div className="gap12">
          <h3>
            {words("staff:calendar.kind.WITHDRAW_HOLIDAY", {
              date: formatDate(withdrawn.date),
              name: withdrawn.name[lng],
            })}
          </h3>
          <ReasonForm
            key={withdrawn.date}
            send={(body) =>
              call("POST", "/calendar/holidays/{date}/withdraw", { path: { date: withdrawn.date }, body })
            }
            says={words("staff:calendar.does.WITHDRAW_HOLIDAY")}
            onClose={() => setAbout(null)}
          />
        </div>
      ) : null}
      {isOver ? (
        <details>
          <summary>{words("staff:calendar.year.holidays")}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  );
}

function Holiday({
  of,
  waits,
  onWithdraw,
}: {
  readonly of: Year["holidays"][number];
  readonly waits: boolean;
  readonly onWithdraw: (() => void) | null;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <li className={of.over ? "over" : undefined}>
      <span className="num">
        {formatDate(of.date)} <span className="mut">{weekdayOf(of.date, lng)}</span>
      </span>
      <span>{of.name[lng]}</span>
      {waits ? (
        <span className="small">{words("staff:proposal.state.PROPOSED")}</span>
      ) : onWithdraw ? (
        <Button kind="plain" small onClick={onWithdraw}>
          {words("staff:calendar.withdraw.open")}
          <span className="sr"> {formatDate(of.date)}</span>
        </Button>
      ) : null}
    </li>
  );
}
