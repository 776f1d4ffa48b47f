import type { Type } from "../../rules/types.ts";
import { groupThousands, showNumber } from "../../values/group-thousands.ts";
import type { Json } from "../../values/json.ts";
import type { Language } from "../../values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../values/local-date.ts";
import { GRAMMAR } from "./grammar.ts";

/**
 * Formats a value for people. Decimals have separators and their unit, whole numbers have separators from
 * five digits on, days are DD/MM/YYYY, and instants are in Bangkok time. Without a type, the value is
 * unchanged.
 */
export function showValue(value: Json, type: Type | undefined, language: Language): string {
  const say = GRAMMAR[language];
  if (typeof value === "boolean") return value ? say.yes : say.no;
  if (Array.isArray(value)) {
    const item = type?.kind === "list" ? type.item : undefined;
    return value.length === 0
      ? say.emptyList
      : say.and(value.map((one: Json) => showValue(one, item, language)));
  }
  if (typeof value === "number") return signed(showNumber(value));
  if (typeof value !== "string") return JSON.stringify(value);
  if (value === "") return say.emptyText;
  switch (type?.kind) {
    case "decimal": {
      const { unit } = type.of;
      const number = signed(groupThousands(value));
      return unit === undefined ? number : `${number} ${unit[language]}`;
    }
    case "date":
      return formatTypedDate(value as LocalDate);
    case "instant":
      return showInstant(value);
    default:
      // A birth date without a day or month is not a date in rules.
      return /^\d{4}-\d{2}(-\d{2})?$/.test(value) ? formatTypedDate(value as LocalDate) : value;
  }
}

// Formats an instant in Bangkok time. Bangkok has been at UTC+7 without daylight saving time since 1920.
function showInstant(instant: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const moved = new Date(at + 7 * 3_600_000).toISOString();
  return `${formatTypedDate(moved.slice(0, 10) as LocalDate)} ${moved.slice(11, 16)}`;
}

function signed(number: string): string {
  return number.replace(/^-/, "−");
}
