import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";

/** Until when a case is to be answered: so many business days or days from a day on. */
export async function dueOn(
  room: Room,
  tx: Tx,
  { from, days, counting }: { readonly from: string; readonly days: number; readonly counting: string },
): Promise<string> {
  const calendarDays = addDays(from as LocalDate, days);
  if (counting === "CALENDAR") return calendarDays;
  // Without that year's holidays nobody can count business days: calendar days promise more, never less.
  return (await room.businessDayAfter(tx, from, days)) ?? calendarDays;
}
