import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";

/** An instant of the database in Bangkok. */
export function momentOf(at: Date): DateTime<true> {
  return DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>;
}
