import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";

/** Converts a time from the database to Bangkok time. */
export function momentOf(at: Date): DateTime<true> {
  return DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>;
}
