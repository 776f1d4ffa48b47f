import { formatTypedDate, type PartialDate } from "../../../engine/values/local-date.ts";
import { language, t } from "./i18n.ts";

/**
 * Formats a birth date, or the parts of it that are known, in the era of the language. The era is named, as
 * on a Thai ID card: `17/05/2533 (พ.ศ.)`. For business dates use `formatDate`.
 */
export function formatBirthDate(date: PartialDate): string {
  const era = language() === "th" ? "buddhist" : "christian";
  return t("common:era.date", { date: formatTypedDate(date, era) });
}
