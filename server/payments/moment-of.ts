import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";

/** Converts a time from the database to the same time in Bangkok's time zone. */
export function momentOf(at: Date): DateTime<true> {
  return DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>;
}
