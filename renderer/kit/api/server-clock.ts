/**
 * Difference between the server's clock and the device's, in milliseconds; positive if the server is ahead,
 * `null` before the first answer.
 */
let aheadMs: number | null = null;

/** Reads the server's time from a response's `Date` header. */
export function learnServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(said)) aheadMs = said - Date.now();
}

/**
 * Returns the seconds since 1970 by the server's clock. Returns `null` before the first answer, because the
 * device's clock may be wrong.
 */
export function serverSeconds(): number | null {
  return aheadMs === null ? null : (Date.now() + aheadMs) / 1000;
}
