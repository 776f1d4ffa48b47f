import type { Json } from "../../../engine/values/json.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import type { ReadablePlace } from "../engine/messages.ts";

/**
 * Parses input as a value for a data path, or as several values separated by commas; `null` if it is invalid.
 */
export function literalFrom(
  typed: string,
  place: Pick<ReadablePlace, "kind" | "decimals">,
  several = false,
): Json | null {
  if (several) {
    const each = typed.split(",").flatMap((one) => (one.trim() === "" ? [] : [literalFrom(one, place)]));
    return each.length === 0 || each.includes(null) ? null : (each as Json);
  }
  const text = typed.trim();
  const digits = normaliseDigits(text);
  const number = digits.replaceAll(",", "");
  switch (place.kind) {
    case "integer":
      return /^-?\d{1,15}$/.test(number) ? Number.parseInt(number, 10) : null;
    case "number":
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(number) ? Number(number) : null;
    case "decimal": {
      const [, whole, part = ""] = /^(\d{1,15})(?:\.(\d*))?$/.exec(number) ?? [];
      if (whole === undefined || part.length > place.decimals) return null;
      return `${whole}.${part.padEnd(place.decimals, "0")}`;
    }
    case "date": {
      const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(digits) ?? [];
      // A year above 2400 is a Buddhist year.
      const written = Number(year) > 2400 ? Number(year) - 543 : Number(year);
      const iso =
        day === undefined ? digits : `${written}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
      return /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(Date.parse(`${iso}T00:00:00Z`)) ? iso : null;
    }
    default:
      return text === "" ? null : text;
  }
}

/** Returns a value as editable text. */
export function literalSaid(value: Json): string {
  if (Array.isArray(value)) return value.map((one: Json) => literalSaid(one)).join(", ");
  if (typeof value !== "string") return typeof value === "object" ? "" : String(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  return year === undefined ? value : `${day}/${month}/${year}`;
}

/** Returns a name without quotation marks. Sentences need the marks, labels of fields do not. */
export function unquoted(name: string): string {
  return /^“[^“”]*”$/.test(name) ? name.slice(1, -1) : name;
}
