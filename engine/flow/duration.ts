const DURATION = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/;

/**
 * Adds an ISO 8601 duration to an instant in UTC. Accepts weeks, days, hours, minutes and seconds. A day is
 * always 24 hours, because Bangkok has no daylight saving time.
 * @throws if a text is not such a duration, or not an instant.
 */
export function addDuration(instant: string, duration: string): string {
  const found = DURATION.exec(duration);
  const from = Date.parse(instant);
  if (!found || Number.isNaN(from)) throw new Error(`addDuration: cannot add ${duration} to ${instant}`);
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const total = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
  return new Date(from + total * 1000).toISOString();
}
