import { fitsSchema } from "../../../flow/fits-schema.ts";
import { type FieldCondition, fieldsOf, isObject } from "../../../flow/form-schema.ts";
import { type Formats, formatOf } from "../../../rules/format.ts";
import type { Json, JsonObject, JsonSchema } from "../../../values/json.ts";
import { findText } from "../languages/find-text.ts";
import { textOfPattern } from "./pattern-text.ts";

const WORDS = [
  "Malee Jaidee",
  "Somchai Rakdee",
  "Anan",
  "example",
  "A1",
  "Sunrise#2026",
  "Moonlit#2027",
  "x",
];
const LONG = "something long enough for whatever a form may ask here, in plain words";

/**
 * Returns up to `wanted` different valid values for a schema of the checked subset. An empty result does not
 * prove that no valid value exists. A sample object has its required fields, including the fields that its
 * other values make necessary.
 */
export function samplesOf(schema: JsonSchema, formats: Formats, wanted = 1): readonly Json[] {
  const found = new Map<string, Json>();
  for (const candidate of candidates(schema, formats, wanted)) {
    if (found.size >= wanted) break;
    const key = JSON.stringify(candidate);
    if (!found.has(key) && fitsSchema(candidate, schema, formats)) found.set(key, candidate);
  }
  return found.size > 0 ? [...found.values()] : soughtText(schema, formats);
}

/** Searches for a text for a schema that no known sample satisfies. */
function soughtText(schema: JsonSchema, formats: Formats): readonly Json[] {
  if (schema.type !== "string") return [];
  const found = findText([schema], formats);
  return found.kind === "text" && fitsSchema(found.text, schema, formats) ? [found.text] : [];
}

function* candidates(schema: JsonSchema, formats: Formats, wanted: number): Generator<Json> {
  if (schema.const !== undefined) yield schema.const as Json;
  if (Array.isArray(schema.enum)) yield* schema.enum as readonly Json[];
  switch (schema.type) {
    case "boolean":
      return yield* [false, true];
    case "integer":
    case "number":
      return yield* numbers(schema, wanted);
    case "array":
      return yield* lists(schema, formats);
    case "object":
      return yield* objects(schema, formats);
    default:
      yield* texts(schema, formats);
  }
}

function* numbers(schema: JsonSchema, wanted: number): Generator<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === "number" ? multipleOf : 1;
  const start = Math.max(...bounds(minimum, exclusiveMinimum));
  const end = Math.min(...bounds(maximum, exclusiveMaximum));
  for (let at = 0; at < wanted + 2; at += 1) {
    if (Number.isFinite(start)) yield Math.ceil(start / step) * step + at * step;
    else if (Number.isFinite(end)) yield Math.floor(end / step) * step - at * step;
    else yield (at + 1) * step;
  }
  const middle = (start + end) / 2;
  if (Number.isFinite(middle)) yield middle;
}

function bounds(...given: readonly (Json | undefined)[]): readonly number[] {
  return given.filter((bound) => typeof bound === "number");
}

function* lists(schema: JsonSchema, formats: Formats): Generator<Json> {
  const least = typeof schema.minItems === "number" ? schema.minItems : 0;
  const items = isObject(schema.items) ? samplesOf(schema.items, formats, Math.max(least, 1) + 1) : [];
  const some = items[0];
  yield Array.from({ length: least }, (_, at) => items[at] ?? some ?? null);
  yield Array.from({ length: least }, () => some ?? null);
  if (some !== undefined) yield [some];
  yield [...items];
}

function* objects(schema: JsonSchema, formats: Formats): Generator<Json> {
  for (let variant = 0; variant < 3; variant += 1) yield completed(schema, { given: {}, formats, variant });
}

/**
 * Returns an object with everything that its schema requires, including fields that the object's values make
 * necessary. Given values are unchanged. Missing values are filled with samples, except at the data paths in
 * `withheld`.
 */
export function completed(
  schema: JsonSchema,
  of: {
    readonly given: JsonObject;
    readonly formats: Formats;
    /** Index of the sample to use. */
    readonly variant?: number;
    readonly withheld?: ReadonlySet<string>;
  },
): JsonObject {
  const { given, formats, variant = 0, withheld = new Set() } = of;
  const object: { [name: string]: Json } = { ...given };
  const fields = fieldsOf(schema);
  const fill = (field: (typeof fields)[number]): void => {
    if (withheld.has(field.name)) return;
    const known = object[field.name];
    const below = new Set(
      [...withheld].flatMap((path) =>
        path.startsWith(`${field.name}.`) ? [path.slice(field.name.length + 1)] : [],
      ),
    );
    if (field.schema.type === "object" && (known === undefined || isObject(known))) {
      object[field.name] = completed(field.schema, {
        given: isObject(known) ? known : {},
        formats,
        variant,
        withheld: below,
      });
      return;
    }
    if (known !== undefined) return;
    const values = samplesOf(field.schema, formats, variant + 1);
    const value = values[variant % values.length];
    if (value !== undefined) object[field.name] = value;
  };
  for (const field of fields) if (field.required || isObject(object[field.name])) fill(field);
  for (let again = true; again; ) {
    again = false;
    for (const field of fields)
      if (
        !Object.hasOwn(object, field.name) &&
        field.requiredWhen.some((condition) => holds(condition, object))
      ) {
        fill(field);
        again ||= Object.hasOwn(object, field.name);
      }
  }
  return object;
}

function holds(condition: FieldCondition, object: JsonObject): boolean {
  return Object.entries(condition).every(
    ([name, values]) => Object.hasOwn(object, name) && values.includes(object[name] as Json),
  );
}

function* texts(schema: JsonSchema, formats: Formats): Generator<string> {
  yield* formatOf(formats, schema.format)?.samples ?? [];
  yield* WORDS;
  if (typeof schema.pattern === "string")
    for (let variant = 0; variant < 4; variant += 1) yield textOfPattern(schema.pattern, variant);
  yield LONG;
  const least = typeof schema.minLength === "number" ? schema.minLength : 0;
  if (least > 0 && least < 5_000) yield "".padEnd(least, LONG);
  for (const word of WORDS) yield word.slice(0, schema.maxLength as number | undefined);
  yield "";
}
