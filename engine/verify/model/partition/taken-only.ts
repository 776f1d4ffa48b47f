import { fitsSchema } from "../../../flow/fits-schema.ts";
import { fieldsOf, isObject } from "../../../flow/form-schema.ts";
import type { Formats } from "../../../rules/format.ts";
import type { Json, JsonObject, JsonSchema } from "../../../values/json.ts";
import { completed, samplesOf } from "./samples.ts";

/** Maximum length of a text or list that is made to exceed a bound. */
const LONGEST = 5_000;

/**
 * Searches for a value that only one of two schemas accepts. Tries the bounds, words, lengths and patterns of
 * both schemas. The result `undefined` does not prove that no such value exists. `seen` returns the form in
 * which the other schema gets the value. If the other schema accepts that form, the value is not returned.
 */
export function takenOnlyBy(
  one: JsonSchema,
  other: JsonSchema,
  formats: Formats,
  seen: (value: Json) => Json = (value) => value,
): Json | undefined {
  return telling(one, other, formats).find(
    (value) =>
      fitsSchema(value, one, formats) &&
      !fitsSchema(value, other, formats) &&
      !fitsSchema(seen(value), other, formats),
  );
}

/** Returns values that can reveal a difference between two schemas. */
function telling(one: JsonSchema, other: JsonSchema, formats: Formats): readonly Json[] {
  const both = [one, other];
  const plain = both.flatMap((schema) => [
    ...(Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : []),
    ...samplesOf(schema, formats, 6),
  ]);
  switch (one.type) {
    case "integer":
    case "number":
      return [...plain, ...numbersOf(both)];
    case "string":
      return [...plain, ...lengthsOf(both, "minLength", "maxLength").map((length) => "x".repeat(length))];
    case "array":
      return [...plain, ...listsOf(one, both, formats)];
    case "object":
      return [...plain, ...objectsOf(one, other, formats)];
    default:
      return plain;
  }
}

function numbersOf(schemas: readonly JsonSchema[]): readonly number[] {
  const bounds = schemas.flatMap(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((bound) => typeof bound === "number"),
  );
  return bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
}

function lengthsOf(schemas: readonly JsonSchema[], ...names: readonly string[]): readonly number[] {
  const bounds = schemas.flatMap((schema) => names.map((name) => schema[name]));
  const lengths = bounds.flatMap((bound) => (typeof bound === "number" ? [bound - 1, bound, bound + 1] : []));
  return lengths.filter((length) => length >= 0 && length <= LONGEST);
}

function listsOf(one: JsonSchema, both: readonly JsonSchema[], formats: Formats): readonly Json[] {
  const items = isObject(one.items) ? one.items : {};
  return lengthsOf(both, "maxItems").map((length) => {
    const samples = samplesOf(items, formats, one.uniqueItems === true ? length : 1);
    return Array.from({ length }, (_, at) => samples[at % Math.max(samples.length, 1)] ?? null);
  });
}

/**
 * Returns a complete object, and copies in which one field has a value that may distinguish the two schemas.
 */
function objectsOf(one: JsonSchema, other: JsonSchema, formats: Formats): readonly Json[] {
  const known = new Map(fieldsOf(other).map((field) => [field.name, field.schema]));
  const made = (given: JsonObject): JsonObject => completed(one, { given, formats });
  const whole = made({});
  const full = made(
    Object.fromEntries(fieldsOf(one).flatMap(({ name, schema }) => samplePair(name, schema, formats))),
  );
  return [
    whole,
    full,
    ...fieldsOf(one).flatMap(({ name, schema }) => {
      const { [name]: _, ...without } = full as { readonly [name: string]: Json };
      const values = telling(schema, known.get(name) ?? schema, formats);
      return [without, ...values.map((value): JsonObject => made({ [name]: value }))];
    }),
  ];
}

function samplePair(
  name: string,
  schema: JsonSchema,
  formats: Formats,
): readonly (readonly [string, Json])[] {
  const [sample] = samplesOf(schema, formats);
  return sample === undefined ? [] : [[name, sample]];
}
