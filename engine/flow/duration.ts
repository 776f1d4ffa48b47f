const DURATION = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/;

/**
 * The instant so long after another: ISO 8601 in UTC. Weeks, days, hours, minutes and seconds; a day is 24 hours, as it
 * is all year in Bangkok.
 * @throws on a text that is no such duration, or no instant.
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
