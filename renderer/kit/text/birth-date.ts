import { formatTypedDate, type PartialDate } from "../../../engine/values/local-date.ts";
import { language, t } from "./i18n.ts";

/**
 * A day, month or year that somebody tells of themselves, as a birth date: in the era of the reader's language, which is
 * named, as it stands on a Thai ID card: `17/05/2533 (พ.ศ.)`. Days of business are `formatDate`'s.
 */
export function formatBirthDate(date: PartialDate): string {
  const era = language() === "th" ? "buddhist" : "christian";
  return t("common:era.date", { date: formatTypedDate(date, era) });
}
