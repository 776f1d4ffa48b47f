/** How far the server's clock is ahead of the device's, in milliseconds; `null` before the first answer. */
let aheadMs: number | null = null;

/** Reads the server's time from a response's `Date` header. */
export function learnServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(said)) aheadMs = said - Date.now();
}

/**
 * Seconds since 1970 by the server's clock; `null` before the first answer, because the device's clock may be wrong.
 */
export function serverSeconds(): number | null {
  return aheadMs === null ? null : (Date.now() + aheadMs) / 1000;
}
