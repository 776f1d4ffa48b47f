import { addDays, type LocalDate } from "../../../engine/values/local-date.ts";

/** First and last day of a report, both included. */
type Period = { readonly from: string; readonly to: string };

/** Returns common report periods that end on a day: this month, three months, this year, twelve months. */
export function periodsUntil(
  today: string,
): Readonly<Record<"month" | "months3" | "year" | "months12", Period>> {
  const to = today;
  return {
    month: { from: `${today.slice(0, 7)}-01`, to },
    months3: { from: addDays(today as LocalDate, -90), to },
    year: { from: `${today.slice(0, 4)}-01-01`, to },
    months12: { from: addDays(today as LocalDate, -364), to },
  };
}
