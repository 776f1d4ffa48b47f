import { fail, ok, type Result } from "./result.ts";
import { normaliseDigits } from "./thai-digits.ts";

/** A calendar day without time, `YYYY-MM-DD` in the Christian era. Business days are days in Asia/Bangkok. */
export type LocalDate = string & { readonly brand: "LocalDate" };

/** A date whose month or day may be unknown, as on some Thai ID cards: `1990`, `1990-05` or `1990-05-17`. */
export type PartialDate = string & { readonly brand: "PartialDate" };

export type DateFailure = { readonly code: "not-a-date"; readonly text: string };

/**
 * Last year that is read as a Christian year. Later years are read as Buddhist years, which are 543 ahead.
 */
const LAST_CHRISTIAN_YEAR = 2400;
const BUDDHIST_OFFSET = 543;
/** First year (Christian 1941, Buddhist 2484) in which the Buddhist year starts in January. */
const FIRST_FROM_JANUARY = 1941;

/** Parses a date `YYYY-MM-DD`. The day must exist in the calendar. */
export function parseLocalDate(text: string): Result<LocalDate, DateFailure> {
  return isLocalDate(text) ? ok(text) : fail({ code: "not-a-date", text: text.slice(0, 40) });
}

/** Returns true if a text is an existing day, written `YYYY-MM-DD`. */
export function isLocalDate(text: string): text is LocalDate {
  if (text.length !== 10 || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth({ year, month });
}

/** Returns true if a text is an existing year, month or day. */
export function isPartialDate(text: string): text is PartialDate {
  if (text.length === 4) return isLocalDate(`${text}-01-01`);
  if (text.length === 7) return isLocalDate(`${text}-01`);
  return isLocalDate(text);
}

/**
 * Parses a date as a person types it: `DD/MM/YYYY`, also with dashes, dots, single digits or Thai digits. The
 * year can be in either era; a year above 2400 is Buddhist. Also accepts `YYYY-MM-DD`, as browsers fill it
 * in. Specification, section 5.
 */
export function parseTypedDate(text: string): Result<LocalDate, DateFailure> {
  const plain = text.length > 40 ? "" : normaliseDigits(text).trim();
  const parts =
    /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/.exec(plain) ??
    /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/.exec(plain);
  const { day = "", month = "", year = "" } = parts?.groups ?? {};
  if (!parts) return fail({ code: "not-a-date", text: text.slice(0, 40) });
  return parseLocalDate(
    `${christianYear(Number(year), Number(month))}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
}

/** Parses a typed date whose day or month may be omitted: `DD/MM/YYYY`, `MM/YYYY` or `YYYY`. */
export function parseTypedPartialDate(text: string): Result<PartialDate, DateFailure> {
  const whole = parseTypedDate(text);
  if (whole.ok) return ok(whole.value as string as PartialDate);
  const parts = text.length > 40 ? null : /^\s*(?:(\d{1,2})[/.-])?(\d{4})\s*$/.exec(normaliseDigits(text));
  if (!parts) return whole;
  const year = christianYear(Number(parts[2]), Number(parts[1] ?? 12));
  const partial = parts[1] === undefined ? year : `${year}-${parts[1].padStart(2, "0")}`;
  return isPartialDate(partial) ? ok(partial) : whole;
}

/**
 * Formats a day, month or year in Thai order: `17/05/1990`, `05/1990`, `1990`. `buddhist` adds 543 to the
 * year.
 */
export function formatTypedDate(
  date: LocalDate | PartialDate,
  era: "christian" | "buddhist" = "christian",
): string {
  const [year = "", month, day] = date.split("-");
  const shown = era === "buddhist" ? buddhistYear(date) : year;
  return [day, month, shown].filter((part) => part !== undefined).join("/");
}

/** Returns the Buddhist year of a day, month or year. Before 1941 the Buddhist year began on 1 April. */
export function buddhistYear(date: LocalDate | PartialDate): string {
  const [year = "", month = "12"] = date.split("-");
  const ahead =
    Number(year) < FIRST_FROM_JANUARY && Number(month) <= 3 ? BUDDHIST_OFFSET - 1 : BUDDHIST_OFFSET;
  return String(Number(year) + ahead);
}

/**
 * Compares two days. Returns a negative number, zero or a positive number if `left` is before, on or after
 * `right`.
 */
export function compareDates(left: LocalDate, right: LocalDate): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Returns the age on a day, in whole years. If the day or month of birth is unknown, returns the lowest
 * possible age, because a person counts as of age only when it is certain.
 */
export function ageOn(ages: { readonly born: LocalDate | PartialDate; readonly on: LocalDate }): number {
  const [bornYear = "", bornMonth = "12", bornDay = "31"] = ages.born.split("-");
  const [year = ""] = ages.on.split("-");
  const years = Number(year) - Number(bornYear);
  return ages.on.slice(5) < `${bornMonth}-${bornDay}` ? years - 1 : years;
}

/**
 * Returns the day `days` calendar days later, or earlier for a negative number. Counts calendar days, not
 * business days.
 */
export function addDays(date: LocalDate, days: number): LocalDate {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10) as LocalDate;
}

/**
 * Returns the Christian year of a month. January to March of a Buddhist year before 2484 belong to the next
 * Christian year.
 */
function christianYear(year: number, month: number): string {
  if (year <= LAST_CHRISTIAN_YEAR) return String(year).padStart(4, "0");
  const christian = year - BUDDHIST_OFFSET;
  return String(christian < FIRST_FROM_JANUARY && month <= 3 ? christian + 1 : christian).padStart(4, "0");
}

function daysInMonth(at: { readonly year: number; readonly month: number }): number {
  if (at.month === 2) return at.year % 4 === 0 && (at.year % 100 !== 0 || at.year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(at.month) ? 30 : 31;
}
