import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";

/** A moment as letters write it: `21/11/2026 16:30` in Bangkok. */
export function localMoment(moment: Date): string {
  return DateTime.fromJSDate(moment, { zone: ZONE }).toFormat("dd/MM/yyyy HH:mm");
}
