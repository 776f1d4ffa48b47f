import { DateTime } from "luxon";

/** Business time. Everything that the business calls "now" or "today" asks this, never the machine. */
export type Clock = {
  /** The moment, in Asia/Bangkok. */
  readonly now: () => DateTime<true>;
  /** Today's local date in Bangkok, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** The machine's own time: for sessions, codes and limits, which no movable clock may stretch. */
  readonly wall: () => Date;
};

/** The zone of every business date. */
export const ZONE = "Asia/Bangkok";

/** A clock that shows what `instant` answers. */
export function clockFrom(instant: () => number): Clock {
  const now = () => DateTime.fromMillis(instant(), { zone: ZONE }) as DateTime<true>;
  return { now, today: () => now().toISODate(), wall: () => new Date() };
}

/** The machine's time. */
export function systemClock(): Clock {
  return clockFrom(Date.now);
}

/** Stands still at one moment (ISO 8601; without an offset it is Bangkok time): for tests. */
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
