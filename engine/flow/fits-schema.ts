import { type Formats, formatOf } from "../rules/format.ts";
import { equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";

/**
 * Returns true if a value is valid for a schema of the checked subset, with conditions. Used only to choose
 * representative values. The published validators decide finally: every witness is replayed with them.
 */
export function fitsSchema(value: Json, schema: JsonSchema, formats: Formats): boolean {
  if (schema.const !== undefined && !equalJson(value, schema.const as Json)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((word: Json) => equalJson(word, value))) return false;
  if (!fitsType(value, schema.type)) return false;
  const parts = (Array.isArray(schema.allOf) ? schema.allOf : []) as readonly JsonSchema[];
  for (const part of parts) {
    const condition = part.if as JsonSchema | undefined;
    if (
      condition === undefined
        ? !fitsSchema(value, part, formats)
        : !fitsBranch(value, { condition, part }, formats)
    )
      return false;
  }
  if (typeof value === "string") return fitsText(value, schema, formats);
  if (typeof value === "number") return fitsNumber(value, schema);
  if (Array.isArray(value)) return fitsList(value, schema, formats);
  return typeof value === "object" && value !== null
    ? fitsObject(value as JsonObject, schema, formats)
    : true;
}

function fitsBranch(
  value: Json,
  { condition, part }: { readonly condition: JsonSchema; readonly part: JsonSchema },
  formats: Formats,
): boolean {
  const consequence = part.then as JsonSchema | undefined;
  return (
    consequence === undefined ||
    !fitsSchema(value, condition, formats) ||
    fitsSchema(value, consequence, formats)
  );
}

function fitsType(value: Json, type: Json | undefined): boolean {
  switch (type) {
    case undefined:
      return true;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function fitsText(text: string, schema: JsonSchema, formats: Formats): boolean {
  const length = [...text].length;
  if (typeof schema.minLength === "number" && length < schema.minLength) return false;
  if (typeof schema.maxLength === "number" && length > schema.maxLength) return false;
  if (typeof schema.pattern === "string" && !new RegExp(schema.pattern, "u").test(text)) return false;
  return formatOf(formats, schema.format)?.test(text) ?? true;
}

function fitsNumber(number: number, schema: JsonSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return !(
    (typeof minimum === "number" && number < minimum) ||
    (typeof maximum === "number" && number > maximum) ||
    (typeof exclusiveMinimum === "number" && number <= exclusiveMinimum) ||
    (typeof exclusiveMaximum === "number" && number >= exclusiveMaximum) ||
    (typeof multipleOf === "number" && !Number.isInteger(number / multipleOf))
  );
}

function fitsList(list: readonly Json[], schema: JsonSchema, formats: Formats): boolean {
  if (typeof schema.minItems === "number" && list.length < schema.minItems) return false;
  if (typeof schema.maxItems === "number" && list.length > schema.maxItems) return false;
  if (schema.uniqueItems === true && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    return false;
  const { items } = schema;
  if (typeof items !== "object" || items === null || Array.isArray(items)) return true;
  return list.every((item) => fitsSchema(item, items as JsonSchema, formats));
}

function fitsObject(object: JsonObject, schema: JsonSchema, formats: Formats): boolean {
  if (Array.isArray(schema.required))
    for (const name of schema.required as readonly string[]) if (!Object.hasOwn(object, name)) return false;
  const properties = (schema.properties ?? {}) as { readonly [name: string]: JsonSchema };
  return Object.entries(object).every(
    ([name, value]) =>
      !Object.hasOwn(properties, name) || fitsSchema(value, properties[name] as JsonSchema, formats),
  );
}
