import { type DecimalFailure, parseDecimal } from "./decimal.ts";
import { groupThousands } from "./group-thousands.ts";
import { fail, type Result } from "./result.ts";
import { normaliseDigits } from "./thai-digits.ts";

/**
 * The result of reading a typed number. `text` has a decimal point and no thousands separators. `two`: the
 * number can be read in two ways, because the comma or point before the last three digits is ambiguous.
 */
export type TypedDecimal =
  | { readonly kind: "one"; readonly text: string }
  | { readonly kind: "two"; readonly whole: string; readonly decimal: string }
  | { readonly kind: "none" };

const NONE: TypedDecimal = { kind: "none" };

/**
 * Reads a number as people write it: `10,000.50`, `10.000,50`, `10 000,50`, `10'000.50`, `10000,50`,
 * `10,00,000`. A comma or point that is not followed by exactly three final digits is the decimal sign.
 * `50.000` is ambiguous, but `50,000` is not, because Thai and English use commas for thousands. `point:
 * "decimal"` is for values that are written without thousands separators, such as a NAV: a single point is
 * the decimal sign, and a single comma before three digits is ambiguous.
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
 * Parses a typed number into whole smallest units at a scale. Errors: those of `parseDecimal`, and
 * `two-readings`.
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

/**
 * Returns both readings of an ambiguous number, formatted with `places` decimals. Returns `null` if the
 * number is not ambiguous.
 */
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

/** Removes blanks and apostrophes from a typed number, and converts Thai digits. */
function plainNumber(typed: string): string {
  return normaliseDigits(typed).replace(/[\s'’]/g, "");
}

/**
 * Reads a number with several separators. `sign` is the last separator, and `tail` follows it. `head` is the
 * part before it: groups of digits between thousands separators.
 */
function readGroups(head: string, sign: "." | ",", tail: string): TypedDecimal {
  const between = head.includes(",") ? "," : ".";
  const groups = head.split(between);
  const areGroups =
    /^[1-9]\d{0,2}$/.test(groups[0] ?? "") && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  if (sign !== between) return areGroups ? one(`${groups.join("")}.${tail}`) : indian(groups, tail);
  if (tail.length === 3) return areGroups ? one(groups.join("") + tail) : indian([...groups, tail], "");
  // A number with points between thousands and a further point at the end is a typing error. The last point
  // is not a decimal sign.
  return areGroups && sign === "," ? one(`${groups.join("")}.${tail}`) : NONE;
}

/** Reads Indian grouping (lakhs and crores): groups of two digits before the last three digits. */
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
