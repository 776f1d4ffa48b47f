import { groupThousands } from "../../../engine/values/group-thousands.ts";
import type { Language } from "./i18n.ts";

/** Formats an amount in baht: `10000` → `10,000.00`. Takes decimal text and keeps every digit. */
export function formatBaht(amount: string): string {
  return grouped(amount, 2);
}

/** Formats units or a NAV with four decimals: `3744.9086` → `3,744.9086`. */
export function formatUnits(units: string): string {
  return grouped(units, 4);
}

/** Formats a number with thousands separators; decimals stay as given. */
export function formatNumber(value: string | number): string {
  const text = String(value);
  return grouped(text, text.split(".")[1]?.length ?? 0);
}

/** Formats an amount in baht with a plus or a true minus sign, as for profit. */
export function formatSigned(amount: string): string {
  const plain = amount.replace(/^[-+]/, "");
  if (/^[0.]*$/.test(plain)) return formatBaht(plain);
  return `${amount.startsWith("-") ? "−" : "+"}${formatBaht(plain)}`;
}

/** Formats hundredths of a percent, the unit of rates: 1274 → `12.74%`. */
export function formatBps(bps: number): string {
  const digits = String(Math.abs(bps)).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** Formats a change in percent (decimal text) with a plus or a true minus sign: `-12.50` → `−12.50%`. */
export function formatChange(percent: string): string {
  const plain = percent.replace(/^[-+]/, "");
  if (/^[0.]*$/.test(plain)) return `${plain}%`;
  return `${percent.startsWith("-") ? "−" : "+"}${plain}%`;
}

/**
 * Formats a local date `YYYY-MM-DD` as DD/MM/YYYY. Formats an instant as its date in Bangkok. Returns other
 * text unchanged.
 */
export function formatDate(date: string): string {
  const day = date.length > 10 ? bangkok(date).date : date;
  return day.split("-").reverse().join("/");
}

/** Formats an instant as `24/11/2026 10:42` in Bangkok. */
export function formatInstant(instant: string): string {
  const at = bangkok(instant);
  return `${at.date.split("-").reverse().join("/")} ${at.time}`;
}

/** Formats the Bangkok time of an instant: `10:42`. */
export function formatTime(instant: string): string {
  return bangkok(instant).time;
}

/** Formats a file size: `1.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / KILOBYTE)} kB`;
  // The size is rounded up: a file above a limit must not appear to be exactly at the limit.
  return `${(Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1)} MB`;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Formats seconds as `m:ss`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats milliseconds as hours and minutes, `3:18`. */
export function formatDuration(
  milliseconds: number,
  words: (key: string, values: Readonly<Record<string, number>>) => string,
): string {
  const all = Math.ceil(milliseconds / 60_000);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  return words(`common:duration.${hours === 0 ? "minutes" : "both"}`, { hours, minutes });
}

/** Joins several items into a list, by the rules of the language. */
export function formatList(items: readonly string[], lng: Language): string {
  return new Intl.ListFormat(lng, { style: "short", type: "conjunction" }).format(items);
}

// Bangkok has had UTC+7 without summer time since 1920, so a fixed offset is exact.
function bangkok(instant: string): { date: string; time: string } {
  const moved = new Date(Date.parse(instant) + 7 * 3_600_000).toISOString();
  return { date: moved.slice(0, 10), time: moved.slice(11, 16) };
}

function grouped(text: string, places: number): string {
  const parts = /^([-+]?)(\d+)(?:\.(\d*))?$/.exec(text.trim());
  if (!parts) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  const digits = groupThousands(whole.replace(/^0+(?=\d)/, ""));
  const rest =
    places === 0 ? "" : `.${fraction.padEnd(places, "0").slice(0, Math.max(places, fraction.length))}`;
  return `${sign === "-" ? "−" : ""}${digits}${rest}`;
}
