import type { Language } from "../../kit/text/i18n.ts";

/** Returns the short weekday of a local date: `Wed`, `พ.`. */
export function weekdayOf(date: string, lng: Language): string {
  return new Intl.DateTimeFormat(lng, { weekday: "short", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
