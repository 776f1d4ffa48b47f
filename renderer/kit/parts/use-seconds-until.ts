import { useEffect, useState } from "react";

/** Counts down the whole seconds until an instant. Returns 0 if the instant has passed or is `null`. */
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
