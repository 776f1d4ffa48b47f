import type { DateTime } from "luxon";
import type { Db, Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { type Dealing, dealingAt, instantText } from "./dealing.ts";
import type { FundRoom } from "./room.ts";

/**
 * Returns the dealing days of an order that is placed at `at`, by default now. Throws `calendar-not-loaded`
 * if one of the days is in a year that is not loaded.
 */
export async function dealingNow(
  room: Pick<FundRoom, "calendar" | "clock">,
  db: Db | Tx,
  at: DateTime<true> = room.clock.now(),
): Promise<Dealing> {
  const dealing = dealingAt(await room.calendar(db), at);
  if (!dealing.ok) throw calendarNotLoaded(dealing.error.year);
  return dealing.value;
}

/** Creates the error for a business day in a year that is not loaded. */
export function calendarNotLoaded(year: number): AppError {
  return new AppError("calendar-not-loaded", { params: { year } });
}

/**
 * Returns the dealing days of an order that is placed now, in the format of the API. Returns `null` if one of
 * the days is in a year that is not loaded.
 */
export async function dealingBody(room: Pick<FundRoom, "db" | "calendar" | "clock">) {
  try {
    const dealing = await dealingNow(room, room.db);
    return {
      today: dealing.today,
      now: instantText(room.clock.now()),
      navDate: dealing.navDate,
      cutOff: instantText(dealing.cutOff),
      allotmentDate: dealing.allotmentDate,
      payBy: instantText(dealing.payBy),
      beforeCutOff: dealing.beforeCutOff,
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
