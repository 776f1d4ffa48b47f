import { useEffect, useState } from "react";

/** Whole seconds until an instant, counted down; 0 if it has passed or there is none. */
export function useSecondsUntil(instant: string | null): number {
  const left = () =>
    instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` reads the instant that is named.
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}
