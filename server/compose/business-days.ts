import type { LocalDate } from "../../engine/values/local-date.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { businessDayAfter, type CalendarStore, calendarStore } from "../fund/index.ts";
import type { Floor } from "./floor.ts";

/**
 * Returns the date that is `count` business days after `from`; `null` if the holidays of that year are not
 * loaded.
 */
export type BusinessDayAfter = (db: Db | Tx, from: string, count: number) => Promise<string | null>;

/** Creates the business calendar. Modules of lower layers than the fund also use it. */
export function openCalendar(
  { clock }: Floor,
  definitions: Definitions,
): { readonly calendar: CalendarStore; readonly businessDayAfter: BusinessDayAfter } {
  const calendar = calendarStore(clock.wall, (changed) =>
    definitions.onEvent(({ event }) => {
      if (event === "calendar") changed();
    }),
  );
  return {
    calendar,
    businessDayAfter: async (db, from, count) => {
      const day = businessDayAfter(await calendar(db), from as LocalDate, count);
      return day.ok ? day.value : null;
    },
  };
}
