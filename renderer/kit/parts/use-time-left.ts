import { useEffect, useState } from "react";

const LOOK_MS = 15_000;

/**
 * A deadline today by the server's clock: the time of the deadline, whether it is still ahead, and the
 * server's current time.
 */
export type EndsToday = { readonly now: string; readonly cutOff: string; readonly beforeCutOff: boolean };

/** Returns the milliseconds until the deadline; `null` if it is unknown or on another day. */
export function useTimeLeft(ends: EndsToday | null | undefined): number | null {
  const left = useTimeTo(ends?.cutOff ?? null, ends?.now ?? "");
  return ends?.beforeCutOff && left !== null && left > 0 ? left : null;
}

/**
 * Returns the milliseconds until an instant by the server's clock, updated regularly; negative after the
 * instant. `now` is the time of the server's clock, which may run ahead of real time in development. Returns
 * `null` without a deadline or server time.
 */
export function useTimeTo(end: string | null, now: string): number | null {
  const [asked] = useState(() => ({ at: 0, now: "" }));
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((count) => count + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (end === null || now === "") return null;
  if (asked.now !== now) Object.assign(asked, { now, at: Date.now() });
  return Date.parse(end) - (Date.parse(now) + (Date.now() - asked.at));
}
