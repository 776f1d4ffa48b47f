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

/** A loaded year: whether it is confirmed, its holidays, and the changes that can be proposed. */
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
      <YearHead of={of} />
      {of.confirmed ? null : (
        <Confirmation
          year={of.year}
          waits={waits(null)}
          isOpen={about === "year"}
          mayPropose={mayPropose}
          onOpen={(open) => setAbout(open ? "year" : null)}
        />
      )}
      {withdrawn ? <Withdrawal of={withdrawn} onClose={() => setAbout(null)} /> : null}
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

function YearHead({ of }: { readonly of: Year }) {
  const words = useText();
  return (
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
  );
}

/** A button that proposes to confirm the year, or a note that this was already proposed. */
function Confirmation({
  year,
  waits,
  isOpen,
  mayPropose,
  onOpen,
}: {
  readonly year: number;
  readonly waits: boolean;
  /** Whether the form for the reason is open. */
  readonly isOpen: boolean;
  readonly mayPropose: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const words = useText();
  if (waits) return <p className="small">{words("staff:calendar.year.waits")}</p>;
  if (isOpen)
    return (
      <ReasonForm
        send={(body) => call("POST", "/calendar/years/{year}/confirm", { path: { year }, body })}
        says={words("staff:calendar.does.CONFIRM_YEAR")}
        onClose={() => onOpen(false)}
      />
    );
  if (!mayPropose) return null;
  return (
    <div>
      <Button onClick={() => onOpen(true)}>{words("staff:calendar.confirm", { year })}</Button>
    </div>
  );
}

type YearHoliday = Year["holidays"][number];

/** A form that proposes to withdraw a holiday. */
function Withdrawal({ of, onClose }: { readonly of: YearHoliday; readonly onClose: () => void }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <div className="gap12">
      <h3>
        {words("staff:calendar.kind.WITHDRAW_HOLIDAY", { date: formatDate(of.date), name: of.name[lng] })}
      </h3>
      <ReasonForm
        key={of.date}
        send={(body) => call("POST", "/calendar/holidays/{date}/withdraw", { path: { date: of.date }, body })}
        says={words("staff:calendar.does.WITHDRAW_HOLIDAY")}
        onClose={onClose}
      />
    </div>
  );
}

function Holiday({
  of,
  waits,
  onWithdraw,
}: {
  readonly of: YearHoliday;
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
