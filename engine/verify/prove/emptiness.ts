import { fitsSchema } from "../../flow/fits-schema.ts";
import { commonValues } from "../../flow/form-conditions.ts";
import { isObject } from "../../flow/form-schema.ts";
import type { Formats } from "../../rules/format.ts";
import type { Phrase } from "../../rules/message.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { findText, samplesOf } from "../model/index.ts";

/** Why no value is valid: a phrase, or the schema as the file contains it. */
export type Reason = Extract<Phrase, { readonly key: `reasons.${string}` }> | string;

/** Whether a valid value exists: an example, the reason why no value is valid, or unknown. */
export type Emptiness =
  | { readonly kind: "some"; readonly value: Json }
  | { readonly kind: "none"; readonly reason: Reason }
  | { readonly kind: "unknown" };

/**
 * Decides whether one value can satisfy all of several schemas. The schemas belong to the same data path.
 * Objects are not supported.
 */
export function emptinessOf(schemas: readonly JsonSchema[], formats: Formats): Emptiness {
  const parts = schemas.flatMap(flat);
  const whole = joinedSchemas(parts);
  const fits = (value: Json): boolean => parts.every((part) => fitsSchema(value, part, formats));
  if (Array.isArray(whole.enum)) {
    const words = whole.enum as readonly Json[];
    const word = words.find(fits);
    if (word !== undefined) return { kind: "some", value: word };
    return none(
      words.length === 0
        ? { key: "reasons.noWord" }
        : { key: "reasons.words", params: { words: JSON.stringify(words) } },
    );
  }
  const reason = crossed(whole, formats);
  if (reason !== null) return none(reason);
  const type = whole.type as Json;
  const found = [whole, ...parts].flatMap((part) => samplesOf({ type, ...part }, formats, 8)).find(fits);
  if (found !== undefined) return { kind: "some", value: found };
  if (type !== "string") return { kind: "unknown" };
  const text = findText(parts, formats);
  if (text.kind === "none") return none({ key: "reasons.texts", params: { keywords: text.why } });
  return text.kind === "text" && fits(text.text) ? { kind: "some", value: text.text } : { kind: "unknown" };
}

function none(reason: Reason): Emptiness {
  return { kind: "none", reason };
}

/** Returns a schema and the parts of its `allOf` as a flat list. */
function flat(schema: JsonSchema): readonly JsonSchema[] {
  const { allOf, ...own } = schema;
  return [own, ...((Array.isArray(allOf) ? allOf : []) as readonly JsonSchema[]).flatMap(flat)];
}

/** Merges the schemas of one data path: the tightest bounds, and the last pattern and format. */
export function joinedSchemas(parts: readonly JsonSchema[]): JsonSchema {
  return parts.reduce(both, {});
}

const HIGHEST = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const LOWEST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

function both(left: JsonSchema, right: JsonSchema): JsonSchema {
  const words = [wordsOf(left), wordsOf(right)].filter((list) => list !== null);
  const merged: { [keyword: string]: Json } = { ...left, ...right };
  delete merged.const;
  if (words.length > 0) merged.enum = words.reduce(commonValues);
  for (const [keywords, pick] of [
    [HIGHEST, Math.max],
    [LOWEST, Math.min],
  ] as const)
    for (const keyword of keywords) {
      const bounds = [left[keyword], right[keyword]].filter((bound) => typeof bound === "number");
      if (bounds.length > 0) merged[keyword] = pick(...bounds);
    }
  return merged;
}

function wordsOf(schema: JsonSchema): readonly Json[] | null {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : null;
}

/** Returns the reason why bounds exclude each other. Finds it only in simple cases. */
function crossed(schema: JsonSchema, formats: Formats): Reason | null {
  const number = (name: string, otherwise: number): number =>
    typeof schema[name] === "number" ? (schema[name] as number) : otherwise;
  for (const [least, most] of BOUNDS) {
    const from = number(least, Number.NEGATIVE_INFINITY);
    const to = number(most, Number.POSITIVE_INFINITY);
    const isOpen = least.startsWith("exclusive") || most.startsWith("exclusive");
    if (from > to || (isOpen && from === to))
      return { key: "reasons.bounds", params: { least, from, most, to } };
  }
  if (schema.type === "integer" && !someInteger(number)) return { key: "reasons.integers" };
  const { items } = schema;
  const least = number("minItems", 0);
  if (schema.type !== "array" || !isObject(items) || least === 0) return null;
  const kinds = schema.uniqueItems === true ? kindsOf(items, formats) : null;
  if (kinds !== null && least > kinds) return { key: "reasons.items", params: { least, kinds } };
  const item = items.type === "object" ? null : emptinessOf([items], formats);
  return item?.kind === "none" ? item.reason : null;
}

const BOUNDS = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "maximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

/** Returns the number of different values that a schema accepts, or `null` if unknown. */
function kindsOf(schema: JsonSchema, formats: Formats): number | null {
  const words = wordsOf(schema) ?? (schema.type === "boolean" ? [true, false] : null);
  if (words !== null) return words.filter((word) => fitsSchema(word, schema, formats)).length;
  if (schema.type !== "integer") return null;
  const { minimum, maximum } = schema;
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum - minimum > MOST_COUNTED)
    return null;
  const from = Math.ceil(minimum);
  return Array.from({ length: Math.floor(maximum) - from + 1 }, (_, at) => from + at).filter((one) =>
    fitsSchema(one, schema, formats),
  ).length;
}

const MOST_COUNTED = 10_000;

/** Returns true if a whole number between the bounds is a multiple of the required number. */
function someInteger(number: (name: string, otherwise: number) => number): boolean {
  const [nothing, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const from = Math.max(number("minimum", nothing), Math.floor(number("exclusiveMinimum", nothing)) + 1);
  const to = Math.min(number("maximum", all), Math.ceil(number("exclusiveMaximum", all)) - 1);
  if (from === nothing || to === all) return true;
  const step = number("multipleOf", 1);
  return Math.ceil(from / step) * step <= to || !Number.isInteger(step);
}
