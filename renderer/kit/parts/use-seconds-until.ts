import { useEffect, useState } from "react";

/** Whole seconds until an instant, counted down; 0 if it has passed or there is none. */
export function useSecondsUntil(instant: string | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(instant));
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(instant));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}

function secondsUntil(instant: string | null): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000));
}
