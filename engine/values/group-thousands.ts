/** Commas between the thousands of a number's text: `1234567.89` → `1,234,567.89`. Sign and places stay; other text too. */
export function groupThousands(text: string): string {
  const parts = /^([-+]?)(\d+)(\.\d*)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", places = ""] = parts;
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return `${sign}${groups.filter((group) => group !== "").join(",")}${places}`;
}

/** A plain number as it stands in a sentence: a whole one of four digits, such as a year, has no comma. */
export function showNumber(value: number): string {
  const text = String(value);
  return /^-?\d{4}$/.test(text) ? text : groupThousands(text);
}
