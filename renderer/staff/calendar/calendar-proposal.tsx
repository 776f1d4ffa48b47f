import type { CalendarChange, CalendarDesk } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ProposalDecision } from "../strategies/proposal-decision.tsx";
import { MovedOrders } from "./moved-orders.tsx";
import { weekdayOf } from "./weekday-of.ts";

/** Returns a function that makes the title of a calendar change. */
export function useChangeTitle() {
  const words = useText();
  const lng = useLanguage();
  return (of: CalendarChange): string =>
    words(`staff:calendar.kind.${of.kind}`, {
      year: of.year,
      date: of.date === null ? "" : `${weekdayOf(of.date, lng)} ${formatDate(of.date)}`,
      name: of.name?.[lng] ?? "",
    });
}

/**
 * A calendar change that waits for approval: its effect, the affected orders, and the decision of another
 * person.
 */
export function WaitingChange({ of }: { readonly of: CalendarDesk["waiting"][number] }) {
  const words = useText();
  const titleOf = useChangeTitle();
  return (
    <section className="card judged" data-change={of.date ?? of.year}>
      <div className="screenhead">
        <div>
          <h2>{titleOf(of)}</h2>
          {of.name ? (
            <p className="small">
              {of.name.th} · {of.name.en}
            </p>
          ) : null}
        </div>
        <Badge tone="warn">{words("staff:proposal.state.PROPOSED")}</Badge>
      </div>
      {of.refusal === null ? (
        <Note tone={of.affects !== null && of.affects.orders > 0 ? "warn" : "info"}>
          {of.affects === null ? (
            <p>{words(`staff:calendar.does.${of.kind}`)}</p>
          ) : (
            <MovedOrders of={of.affects} />
          )}
        </Note>
      ) : (
        <Note tone="loss">
          <b>{words("staff:calendar.onlyReject")}</b>
          <p>{words(`warning:errors.${of.refusal}`, { year: of.year })}</p>
        </Note>
      )}
      <ProposalDecision of={of} path="/calendar/changes" changes={["/calendar", "/nav", "/strategies"]} />
    </section>
  );
}
