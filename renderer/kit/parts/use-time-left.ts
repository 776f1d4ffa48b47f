import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** What ends today, by the server's clock: when that is, whether it is still to come, and what the time is there. */
export type EndsToday = { readonly now: string; readonly cutOff: string; readonly beforeCutOff: boolean };

/**
 * Milliseconds until the end by the server's clock, which tells `now` and may run ahead of the wall's in development.
 * `null` where nothing is known or the end is on another day than today.
 */
export function useTimeLeft(ends: EndsToday | null | undefined): number | null {
  const [asked] = useState(() => ({ at: 0, now: "" }));
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((count) => count + 1), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  if (!ends) return null;
  if (asked.now !== ends.now) Object.assign(asked, { now: ends.now, at: Date.now() });
  const now = Date.parse(ends.now) + (Date.now() - asked.at);
  const left = Date.parse(ends.cutOff) - now;
  return ends.beforeCutOff && left > 0 ? left : null;
}
