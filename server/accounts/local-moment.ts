import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";

/** Formats a time for letters, such as `21/11/2026 16:30`, in Bangkok time. */
export function localMoment(moment: Date): string {
  return DateTime.fromJSDate(moment, { zone: ZONE }).toFormat("dd/MM/yyyy HH:mm");
}
