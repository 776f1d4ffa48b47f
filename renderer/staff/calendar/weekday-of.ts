import type { Language } from "../../kit/text/i18n.ts";

/** The weekday of a local date, in a short word: `Wed`, `พ.`. */
export function weekdayOf(date: string, lng: Language): string {
  return new Intl.DateTimeFormat(lng, { weekday: "short", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
