import { groupThousands } from "../../../engine/values/group-thousands.ts";
import type { Language } from "./i18n.ts";

/** Baht as people read them: `10000` → `10,000.00`. Takes decimal text, keeps every digit. */
export function formatBaht(amount: string): string {
  return grouped(amount, 2);
}

/** Units or a NAV with four places: `3744.9086` → `3,744.9086`. */
export function formatUnits(units: string): string {
  return grouped(units, 4);
}

/** A whole or broken number with separators, its places as they come. */
export function formatNumber(value: string | number): string {
  const text = String(value);
  return grouped(text, text.split(".")[1]?.length ?? 0);
}

/** Baht with the plus or the true minus sign before them, as for profit. */
export function formatSigned(amount: string): string {
  const plain = amount.replace(/^[-+]/, "");
  if (/^[0.]*$/.test(plain)) return formatBaht(plain);
  return `${amount.startsWith("-") ? "−" : "+"}${formatBaht(plain)}`;
}

/** Hundredths of a percent, as rates are kept: 1274 → `12.74%`. */
export function formatBps(bps: number): string {
  const digits = String(Math.abs(bps)).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** A change in percent, decimal text, with the plus or the true minus sign before it: `-12.50` → `−12.50%`. */
export function formatChange(percent: string): string {
  const plain = percent.replace(/^[-+]/, "");
  if (/^[0.]*$/.test(plain)) return `${plain}%`;
  return `${percent.startsWith("-") ? "−" : "+"}${plain}%`;
}

/** A local date `YYYY-MM-DD` as DD/MM/YYYY; an instant as its day in Bangkok. Other text stays. */
export function formatDate(date: string): string {
  const day = date.length > 10 ? bangkok(date).date : date;
  return day.split("-").reverse().join("/");
}

/** An instant as `24/11/2026 10:42` in Bangkok. */
export function formatInstant(instant: string): string {
  const at = bangkok(instant);
  return `${at.date.split("-").reverse().join("/")} ${at.time}`;
}

/** The time of an instant in Bangkok, `10:42`. */
export function formatTime(instant: string): string {
  return bangkok(instant).time;
}

/** Bytes for people: `1.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / KILOBYTE)} kB`;
  // Upwards, so that a file over a limit never reads like the limit.
  return `${(Math.ceil((bytes / MEGABYTE) * 10) / 10).toFixed(1)} MB`;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Seconds as `m:ss`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Milliseconds as hours and minutes, `3:18`. */
export function formatDuration(
  milliseconds: number,
  words: (key: string, values: Readonly<Record<string, number>>) => string,
): string {
  const all = Math.ceil(milliseconds / 60_000);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  return words(`common:duration.${hours === 0 ? "minutes" : "both"}`, { hours, minutes });
}

/** Several things in one line, as each language joins them. */
export function formatList(items: readonly string[], lng: Language): string {
  return new Intl.ListFormat(lng, { style: "short", type: "conjunction" }).format(items);
}

// Bangkok has kept UTC+7 without summer time since 1920, so that an offset is exact and needs no zone tables.
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
