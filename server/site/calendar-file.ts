import type { ContentItem } from "../content/index.ts";

/** Returns the company's activities as a calendar file (iCalendar, RFC 5545). */
export function calendarFile(
  activities: readonly ContentItem<"activity">[],
  { origin }: { readonly origin: string },
): string {
  const host = new URL(origin).hostname;
  const events = activities.flatMap((one) => [
    "BEGIN:VEVENT",
    `UID:${one.key}@${host}`,
    `DTSTAMP:${stamp(one.start)}`,
    `DTSTART:${stamp(one.start)}`,
    `DTEND:${stamp(one.end)}`,
    `SUMMARY:${escaped(one.title)}`,
    `LOCATION:${escaped(one.place)}`,
    ...(one.link === null ? [] : [`URL:${one.link.startsWith("/") ? `${origin}${one.link}` : one.link}`]),
    "END:VEVENT",
  ]);
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Saphan//Activities//TH", ...events, "END:VCALENDAR"]
    .map(folded)
    .join("\r\n")}\r\n`;
}

function stamp(instant: string): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n");
}

/**
 * Breaks lines that are longer than 75 bytes, but never within a character. The continuation of a line begins
 * with a space.
 */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > 74) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n ");
}
