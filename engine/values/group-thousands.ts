/**
 * Adds commas between thousands: `1234567.89` → `1,234,567.89`. The sign and the decimals are unchanged.
 * Returns text that is not a number unchanged.
 */
export function groupThousands(text: string): string {
  const parts = /^([-+]?)(\d+)(\.\d*)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", places = ""] = parts;
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return `${sign}${groups.filter((group) => group !== "").join(",")}${places}`;
}

/** Formats a plain number for a sentence. A whole number of four digits, such as a year, has no comma. */
export function showNumber(value: number): string {
  const text = String(value);
  return /^-?\d{4}$/.test(text) ? text : groupThousands(text);
}
