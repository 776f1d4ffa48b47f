import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";

/** Returns the due day of a case: a number of business days or calendar days after a day. */
export async function dueOn(
  room: Room,
  tx: Tx,
  { from, days, counting }: { readonly from: string; readonly days: number; readonly counting: string },
): Promise<string> {
  const calendarDays = addDays(from as LocalDate, days);
  if (counting === "CALENDAR") return calendarDays;
  // Business days cannot be counted in a year whose holidays are not loaded. Calendar days are used instead,
  // and never give a later day.
  return (await room.businessDayAfter(tx, from, days)) ?? calendarDays;
}
