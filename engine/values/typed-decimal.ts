import { type DecimalFailure, parseDecimal } from "./decimal.ts";
import { groupThousands } from "./group-thousands.ts";
import { fail, type Result } from "./result.ts";
import { normaliseDigits } from "./thai-digits.ts";

/**
 * How a typed number reads. `text` has a point for the decimal sign and nothing between thousands. `two`: the sign before the
 * last three digits may be either.
 */
export type TypedDecimal =
  | { readonly kind: "one"; readonly text: string }
  | { readonly kind: "two"; readonly whole: string; readonly decimal: string }
  | { readonly kind: "none" };

const NONE: TypedDecimal = { kind: "none" };

/**
 * Reads a number as people write it: `10,000.50`, `10.000,50`, `10 000,50`, `10'000.50`, `10000,50`, `10,00,000`. A comma or
 * point before other than three digits at the end is the decimal sign. `50.000` has two readings, `50,000` has one, as Thais
 * and the English write thousands. `point: "decimal"`: where no thousands are expected, such as a NAV, a single point is the
 * decimal sign and a single comma before three digits has two readings.
 */
export function readTypedDecimal(typed: string, point: "either" | "decimal" = "either"): TypedDecimal {
  const text = plainNumber(typed);
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(text)) return NONE;
  const at = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (at < 0) return one(text);
  const [sign, head, tail] = [text[at], text.slice(0, at), text.slice(at + 1)];
  if (/[.,]/.test(head)) return readGroups(head, sign === "." ? "." : ",", tail);
  const decimal = `${head || "0"}.${tail}`;
  const mayBeThousands = tail.length === 3 && /^[1-9]\d*$/.test(head) && (head.length <= 3 || sign === ",");
  if (!mayBeThousands) return one(decimal);
  const isClear = head.length <= 3 && (point === "decimal" ? sign === "." : sign === ",");
  if (!isClear) return { kind: "two", whole: head + tail, decimal };
  return one(sign === "," ? head + tail : decimal);
}

/**
 * Reads a typed number as whole smallest units at a scale. Errors: those of `parseDecimal`, and `two-readings`.
 */
export function parseTypedDecimal(
  typed: string,
  scale: number,
  point: "either" | "decimal" = "either",
): Result<bigint, DecimalFailure | { readonly code: "two-readings"; readonly text: string }> {
  const read = readTypedDecimal(typed, point);
  const text = typed.slice(0, 40);
  if (read.kind === "two") return fail({ code: "two-readings", text });
  return read.kind === "none"
    ? fail({ code: "not-a-decimal", text })
    : parseDecimal(read.text.replace(/\.$/, ""), scale);
}

/** The readings of a number with two, as they are shown, with so many places; `null` where it has one or none. */
export function twoReadings(
  typed: string,
  places: number,
  point: "either" | "decimal" = "either",
): { readonly typed: string; readonly whole: string; readonly decimal: string } | null {
  const read = readTypedDecimal(typed, point);
  if (read.kind !== "two") return null;
  const shown = (text: string) => {
    const [whole = "", part = ""] = text.split(".");
    return groupThousands(`${whole}.${part.replace(/0+$/, "").padEnd(places, "0")}`);
  };
  return { typed: typed.trim(), whole: shown(read.whole), decimal: shown(read.decimal) };
}

/** Without blanks and apostrophes; Thai digits as others. */
function plainNumber(typed: string): string {
  return normaliseDigits(typed).replace(/[\s'’]/g, "");
}

/** What has a sign before the last one: thousands in `head`, which must be whole groups. */
function readGroups(head: string, sign: "." | ",", tail: string): TypedDecimal {
  const between = head.includes(",") ? "," : ".";
  const groups = head.split(between);
  const areGroups =
    /^[1-9]\d{0,2}$/.test(groups[0] ?? "") && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  if (sign !== between) return areGroups ? one(`${groups.join("")}.${tail}`) : indian(groups, tail);
  if (tail.length === 3) return areGroups ? one(groups.join("") + tail) : indian([...groups, tail], "");
  // Thousands by points and a last point would be a slip of the hand rather than a decimal sign.
  return areGroups && sign === "," ? one(`${groups.join("")}.${tail}`) : NONE;
}

/** Lakhs and crores: pairs before the last three digits. */
function indian(groups: readonly string[], places: string): TypedDecimal {
  const [first = "", ...rest] = groups;
  const fits =
    /^[1-9]\d?$/.test(first) &&
    /^\d{3}$/.test(rest.at(-1) ?? "") &&
    rest.slice(0, -1).every((group) => /^\d{2}$/.test(group));
  return fits ? one(groups.join("") + (places === "" ? "" : `.${places}`)) : NONE;
}

function one(text: string): TypedDecimal {
  return { kind: "one", text: text.replace(/^0+(?=\d)/, "") };
}
