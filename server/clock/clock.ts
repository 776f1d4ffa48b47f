import { DateTime } from "luxon";

/** The business clock. All business code takes "now" and "today" from it, never from the machine's clock. */
export type Clock = {
  /** Returns the present business time, in Asia/Bangkok. */
  readonly now: () => DateTime<true>;
  /** Returns today's date in Bangkok, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** Returns the machine's time, for sessions, codes and limits, which must not follow a movable clock. */
  readonly wall: () => Date;
};

/** Time zone of every business date. */
export const ZONE = "Asia/Bangkok";

/** Creates a clock from a function that returns milliseconds. */
export function clockFrom(instant: () => number): Clock {
  const now = () => DateTime.fromMillis(instant(), { zone: ZONE }) as DateTime<true>;
  return { now, today: () => now().toISODate(), wall: () => new Date() };
}

/** Creates a clock with the machine's time. */
export function systemClock(): Clock {
  return clockFrom(Date.now);
}

/** Creates a clock fixed at one moment (ISO 8601; Bangkok time without an offset), for tests. */
export function fixedClock(iso: string): Clock & { readonly set: (iso: string) => void } {
  let at = parse(iso);
  return {
    ...clockFrom(() => at),
    set: (next) => {
      at = parse(next);
    },
  };
}

function parse(iso: string): number {
  const moment = DateTime.fromISO(iso, { zone: ZONE });
  if (!moment.isValid) throw new Error(`fixedClock: "${iso}" is not a moment in ISO 8601`);
  return moment.toMillis();
}
