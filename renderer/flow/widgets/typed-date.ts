import {
  type PartialDate,
  parseTypedDate,
  parseTypedPartialDate,
} from "../../../engine/values/local-date.ts";

/** Parses typed text to the stored form of a date; `null` while the text is not a date. */
export function readTyped(text: string, partial: boolean): PartialDate | null {
  if (partial && /^\d{1,2}\/\d{1,3}$/.test(text)) return null;
  const month = partial ? monthAndYear(text) : null;
  if (month !== null) return readTyped(month, true);
  const read = partial ? parseTypedPartialDate(text) : parseTypedDate(text);
  return read.ok ? (read.value as string as PartialDate) : null;
}

/**
 * Reads `05/25/33` as month and year, because no month is above 12. The input mask turns the typed `052533`
 * into this text.
 */
function monthAndYear(text: string): string | null {
  const [, month, century, year] = /^(\d{2})\/(\d{2})\/(\d{2})$/.exec(text) ?? [];
  return Number(century) > 12 ? `${month}/${century}${year}` : null;
}

/** Returns the era of a typed year; `null` while the year is incomplete. */
export function eraOf(text: string): "buddhist" | "christian" | null {
  const year = /(?:^|\/)(\d{4})$/.exec(monthAndYear(text) ?? text)?.[1];
  return year === undefined ? null : Number(year) > 2400 ? "buddhist" : "christian";
}
