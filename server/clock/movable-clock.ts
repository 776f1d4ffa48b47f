import { DateTime, Duration } from "luxon";
import type { Db } from "../db/index.ts";
import { type Clock, clockFrom, ZONE } from "./clock.ts";
import "./tables.ts";

/** A clock that people can move, in development only. */
export type MovableClock = Clock & {
  /**
   * Moves the clock to a time (ISO 8601; Bangkok time if without an offset). Throws a `RangeError` outside
   * `CLOCK_YEARS`.
   */
  readonly moveTo: (iso: string) => Promise<void>;
  /** Moves the clock forward by an ISO 8601 duration such as `P1D` or `PT3H`. */
  readonly advance: (duration: string) => Promise<void>;
  /** Sets the clock back to the machine's time. */
  readonly reset: () => Promise<void>;
  /** Returns the number of milliseconds by which the clock is ahead of the machine. */
  readonly offsetMs: () => number;
  /** Calls `listener` after each move. */
  readonly onMove: (listener: () => Promise<void> | void) => void;
};

/** First and last year to which the clock can be moved. */
export const CLOCK_YEARS = { first: 2000, last: 2099 } as const;

/**
 * Creates the movable clock. Its offset is stored in the database and survives a restart. In a new database,
 * the clock starts at `startsAt` (same format as for `moveTo`), or at the machine's time if `null`.
 */
export async function movableClock(db: Db, startsAt: string | null = null): Promise<MovableClock> {
  if (startsAt !== null) await begin(db, startsAt);
  const kept = await db.selectFrom("clock_offset").select("offset_ms").executeTakeFirst();
  let offsetMs = kept?.offset_ms ?? 0;
  const listeners: (() => Promise<void> | void)[] = [];
  const moveTo = async (moment: DateTime) => await move(offsetTo(moment));
  const move = async (next: number) => {
    await db
      .insertInto("clock_offset")
      .values({ single: true, offset_ms: next })
      .onConflict((conflict) => conflict.column("single").doUpdateSet({ offset_ms: next }))
      .execute();
    offsetMs = next;
    for (const listener of listeners) await listener();
  };
  return {
    ...clockFrom(() => Date.now() + offsetMs),
    moveTo: async (iso) => await moveTo(momentOf(iso)),
    advance: async (duration) => {
      const by = Duration.fromISO(duration);
      if (!by.isValid) throw new RangeError(`movableClock: "${duration}" is not a duration in ISO 8601`);
      const from = DateTime.fromMillis(Date.now() + offsetMs, { zone: ZONE });
      await moveTo(from.plus(by));
    },
    reset: () => move(0),
    offsetMs: () => offsetMs,
    onMove: (listener) => {
      listeners.push(listener);
    },
  };
}

/**
 * Stores the start time of a new database. If several processes start together, the first one sets the time.
 */
async function begin(db: Db, startsAt: string): Promise<void> {
  await db
    .insertInto("clock_offset")
    .values({ single: true, offset_ms: offsetTo(momentOf(startsAt)) })
    .onConflict((conflict) => conflict.column("single").doNothing())
    .execute();
}

function momentOf(iso: string): DateTime {
  const moment = DateTime.fromISO(iso, { zone: ZONE });
  if (!moment.isValid) throw new RangeError(`movableClock: "${iso}" is not a moment in ISO 8601`);
  return moment;
}

function offsetTo(moment: DateTime): number {
  // An invalid date gives NaN and is rejected like a distant year. A distant year is a typing error, and has
  // no business calendar.
  const year = moment.isValid ? moment.setZone(ZONE).year : Number.NaN;
  if (!(year >= CLOCK_YEARS.first && year <= CLOCK_YEARS.last))
    throw new RangeError(`movableClock: business time goes from ${CLOCK_YEARS.first} to ${CLOCK_YEARS.last}`);
  return moment.toMillis() - Date.now();
}
