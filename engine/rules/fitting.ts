import { isCanonicalDecimal } from "../values/decimal.ts";
import { isInstant } from "../values/instant.ts";
import type { Json } from "../values/json.ts";
import { isLocalDate } from "../values/local-date.ts";
import type { Constant, Order } from "./expression.ts";
import type { FindingMessage } from "./message.ts";
import { nearest } from "./report.ts";
import type { Logic } from "./rule.ts";
import { type Decimal, describeType, type Type } from "./types.ts";

/** Returns why a constant does not match a type, or `undefined` if the constant matches. */
export function whyNotConstant(value: Constant, expected: Type): FindingMessage | undefined {
  const params = { value: JSON.stringify(value) };
  switch (expected.kind) {
    case "boolean":
      return typeof value === "boolean" ? undefined : { key: "wrong-type.boolean", params };
    case "integer":
      if (typeof value !== "number") return { key: "wrong-type.number", params };
      if (!expected.values || !Number.isInteger(value) || expected.values.includes(value)) return undefined;
      return { key: "word-outside-enum.number", params: { ...params, numbers: expected.values } };
    case "number":
      return typeof value === "number" ? undefined : { key: "wrong-type.number", params };
    case "decimal":
      return whyNotDecimal(value, expected.of);
    case "date":
      return typeof value === "string" && isLocalDate(value) ? undefined : { key: "wrong-type.date", params };
    case "instant":
      return typeof value === "string" && isInstant(value)
        ? undefined
        : { key: "wrong-type.instant", params };
    case "enum":
      return whyNotWord(value, expected.words);
    case "string":
      return typeof value === "string" ? undefined : { key: "wrong-type.text", params };
    default:
      return { key: "wrong-type.other", params: { ...params, type: describeType(expected) } };
  }
}

function whyNotDecimal(
  value: Constant,
  { one, places, placesInWords, example }: Decimal,
): FindingMessage | undefined {
  if (typeof value === "number") {
    const written = value.toFixed(places);
    return { key: "money-with-number.decimal", params: { one, places: placesInWords, written } };
  }
  if (typeof value === "string" && isCanonicalDecimal(value, places)) return undefined;
  const params = { value: JSON.stringify(value), one, places: placesInWords, example };
  return { key: "wrong-type.decimal", params };
}

function whyNotWord(given: Constant, words: readonly string[]): FindingMessage | undefined {
  const value = JSON.stringify(given);
  if (typeof given !== "string") return { key: "wrong-type.word", params: { value, words } };
  if (words.includes(given)) return undefined;
  const near = nearest(
    given.toUpperCase(),
    words.map((word) => word.toUpperCase()),
  );
  const meant = words.find((word) => word.toUpperCase() === near);
  return meant
    ? { key: "word-outside-enum.near", params: { value, near: meant } }
    : { key: "word-outside-enum", params: { value, words } };
}

/** Returns true if a value can be a constant in a rule. */
export function isConstant(value: Json): value is Constant {
  return (
    typeof value === "boolean" ||
    typeof value === "string" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

/** Returns how values of a type are compared, or `undefined` if such values cannot be compared. */
export function orderOf(type: Type): Order | undefined {
  switch (type.kind) {
    case "integer":
    case "number":
      return "number";
    case "date":
    case "enum":
    case "string":
      return "text";
    case "file":
    case "list":
    case "object":
      return undefined;
    default:
      return type.kind;
  }
}

/** Returns true if values of two types can be compared. */
export function comparable(left: Type, right: Type): boolean {
  if (left.kind === "decimal" && right.kind === "decimal") return left.of.name === right.of.name;
  if (left.kind === right.kind) return true;
  const kinds = new Set([left.kind, right.kind]);
  return (kinds.has("integer") && kinds.has("number")) || (kinds.has("enum") && kinds.has("string"));
}

/** Returns true if a value of a type can be used where another type is expected. */
export function fits(type: Type, expected: Type): boolean {
  if (expected.kind === "enum" && type.kind === "enum")
    return type.words.every((word) => expected.words.includes(word));
  if (expected.kind === "number") return type.kind === "number" || type.kind === "integer";
  if (expected.kind === "string") return type.kind === "string" || type.kind === "enum";
  if (expected.kind === "decimal") return comparable(type, expected);
  return type.kind === expected.kind;
}

/** Returns the common type of two types: the wider one if they are compatible, otherwise the first. */
export function join(left: Type, right: Type): Type {
  if (left.kind === "enum" && right.kind === "enum")
    return { kind: "enum", words: [...new Set([...left.words, ...right.words])] };
  if (left.kind === "integer" && right.kind === "integer") return { kind: "integer" };
  return fits(left, right) ? right : left;
}

/**
 * Returns the operator of an object with exactly one property. Returns `undefined` for a constant or a list.
 */
export function operatorOf(logic: Logic): string | undefined {
  if (typeof logic !== "object" || logic === null || Array.isArray(logic)) return undefined;
  const names = Object.keys(logic);
  return names.length === 1 ? names[0] : undefined;
}

/** Returns the operands of an operation. A single operand may be written without a list. */
export function operandsOf(logic: Logic): readonly Json[] {
  const given = Object.values(logic as object)[0] as Json;
  return Array.isArray(given) ? given : [given];
}
