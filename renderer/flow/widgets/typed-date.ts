import {
  type PartialDate,
  parseTypedDate,
  parseTypedPartialDate,
} from "../../../engine/values/local-date.ts";

/** What a typed text means, as it is kept; `null` while it is no date. */
export function readTyped(text: string, partial: boolean): PartialDate | null {
  if (partial && /^\d{1,2}\/\d{1,3}$/.test(text)) return null;
  const read = partial ? parseTypedPartialDate(text) : parseTypedDate(text);
  return read.ok ? (read.value as string as PartialDate) : null;
}

/** The era of the year that was typed; `null` while there is no whole year. */
export function eraOf(text: string): "buddhist" | "christian" | null {
  const year = /(?:^|\/)(\d{4})$/.exec(text)?.[1];
  return year === undefined ? null : Number(year) > 2400 ? "buddhist" : "christian";
}
