import type { CalendarDesk } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** A warning that the holidays of some years should have been confirmed by now. It says what to do. */
export function Unsettled({ years }: { readonly years: CalendarDesk["unsettled"] }) {
  const words = useText();
  return years.map(({ year, loaded }) => (
    <Note key={year} tone={loaded ? "warn" : "loss"} role="status">
      <b>{words(`staff:calendar.unsettled.${loaded ? "unconfirmed" : "missing"}.title`, { year })}</b>
      <p>{words(`staff:calendar.unsettled.${loaded ? "unconfirmed" : "missing"}.text`, { year })}</p>
    </Note>
  ));
}
