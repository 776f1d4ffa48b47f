import { useEffect, useState } from "react";

const LOOK_MS = 15_000;

/** What ends today, by the server's clock: when that is, whether it is still to come, and what the time is there. */
export type EndsToday = { readonly now: string; readonly cutOff: string; readonly beforeCutOff: boolean };

/** Milliseconds until the end; `null` where nothing is known or the end is on another day than today. */
export function useTimeLeft(ends: EndsToday | null | undefined): number | null {
  const left = useTimeTo(ends?.cutOff ?? null, ends?.now ?? "");
  return ends?.beforeCutOff && left !== null && left > 0 ? left : null;
}

/**
 * Milliseconds to an instant by the server's clock, looked at again and again; less than none after it. `now` is what that
 * clock told: it may run ahead of the wall's in development. `null` where there is no end, or no time was told.
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
