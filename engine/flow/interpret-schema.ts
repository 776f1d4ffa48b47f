import { equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import type { ValidationError, Validator } from "./field-errors.ts";

/** Functions that test a text, by the name of the format. */
type FormatTests = { readonly [name: string]: (text: string) => boolean };

/**
 * Returns a validator that interprets the schema, for code that cannot compile text to functions, such as a
 * draft in the page. For the keywords that this project's schemas use, results, errors and their order equal
 * those of ajv (with all errors and discriminators). `tests/engine/flow/interpret-schema.test.ts` compares
 * both.
 */
export function interpretSchema(schema: JsonSchema, formats: FormatTests): Validator {
  const validate: Validator = (data) => {
    const errors: ValidationError[] = [];
    judge({ root: schema, formats, errors }, { schema, value: data as Json, at: "" });
    validate.errors = errors.length === 0 ? null : errors;
    return errors.length === 0;
  };
  return validate;
}

type Judging = {
  readonly root: JsonSchema;
  readonly formats: FormatTests;
  readonly errors: ValidationError[];
};
type Spot = { readonly schema: JsonSchema; readonly value: Json; readonly at: string };

function judge(judging: Judging, spot: Spot): void {
  const { schema, value } = spot;
  if (typeof schema.$ref === "string") {
    judge(judging, { ...spot, schema: referred(judging.root, schema.$ref) });
    return;
  }
  const types = typesOf(schema);
  // If the schema has keywords for the wanted type, ajv reports a wrong type after the keywords for any type.
  // Otherwise ajv reports the wrong type first. This validator keeps that order.
  const later = types.length === 1 && RULES_OF[types[0] ?? ""]?.some((rule) => Object.hasOwn(schema, rule));
  const isMisfit = types.length > 0 && !types.some((type) => isOf(value, type));
  const tellType = () => tell(judging, spot, "type", { type: schema.type });
  if (isMisfit && !later) tellType();
  judgeAny(judging, spot);
  if (isMisfit && later) tellType();
  if (typeof value === "number") judgeNumber(judging, spot, value);
  if (typeof value === "string") judgeText(judging, spot, value);
  if (Array.isArray(value)) judgeList(judging, spot, value);
  if (isObject(value)) judgeObject(judging, spot, value);
}

/** Keywords that apply only to values of one type. */
const RULES_OF: { readonly [type: string]: readonly string[] } = {
  number: ["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf", "format"],
  string: ["maxLength", "minLength", "pattern", "format"],
  array: ["maxItems", "minItems", "uniqueItems", "items"],
  object: [
    "minProperties",
    "required",
    "propertyNames",
    "additionalProperties",
    "properties",
    "discriminator",
  ],
};

function judgeAny(judging: Judging, spot: Spot): void {
  const { schema, value, at } = spot;
  if (Object.hasOwn(schema, "const") && !equalJson(value, schema.const as Json))
    tell(judging, spot, "const", { allowedValue: schema.const });
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => equalJson(one, value)))
    tell(judging, spot, "enum", { allowedValues: schema.enum });
  if (Array.isArray(schema.anyOf)) {
    const tries = schema.anyOf.map((one) => errorsOf(judging, { schema: one as JsonSchema, value, at }));
    if (!tries.some((errors) => errors.length === 0)) {
      judging.errors.push(...tries.flat());
      tell(judging, spot, "anyOf", {});
    }
  }
  for (const part of schemasAt(schema, "allOf")) judge(judging, { schema: part, value, at });
  if (!isObject(schema.if)) return;
  const holds = errorsOf(judging, { schema: schema.if, value, at }).length === 0;
  const branch = holds ? "then" : "else";
  const wanted = schema[branch];
  if (!isObject(wanted)) return;
  const errors = errorsOf(judging, { schema: wanted, value, at });
  judging.errors.push(...errors);
  if (errors.length > 0) tell(judging, spot, "if", { failingKeyword: branch });
}

function judgeNumber(judging: Judging, spot: Spot, number: number): void {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf } = spot.schema;
  const bound = (keyword: string, comparison: string, limit: number) =>
    tell(judging, spot, keyword, { comparison, limit });
  if (typeof maximum === "number" && number > maximum) bound("maximum", "<=", maximum);
  if (typeof minimum === "number" && number < minimum) bound("minimum", ">=", minimum);
  if (typeof exclusiveMaximum === "number" && number >= exclusiveMaximum)
    bound("exclusiveMaximum", "<", exclusiveMaximum);
  if (typeof exclusiveMinimum === "number" && number <= exclusiveMinimum)
    bound("exclusiveMinimum", ">", exclusiveMinimum);
  if (typeof multipleOf === "number" && !Number.isInteger(number / multipleOf))
    tell(judging, spot, "multipleOf", { multipleOf });
}

function judgeText(judging: Judging, spot: Spot, text: string): void {
  const { maxLength, minLength, pattern, format } = spot.schema;
  const length = [...text].length;
  if (typeof maxLength === "number" && length > maxLength)
    tell(judging, spot, "maxLength", { limit: maxLength });
  if (typeof minLength === "number" && length < minLength)
    tell(judging, spot, "minLength", { limit: minLength });
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(text))
    tell(judging, spot, "pattern", { pattern });
  const test =
    typeof format === "string" && Object.hasOwn(judging.formats, format)
      ? judging.formats[format]
      : undefined;
  if (test !== undefined && !test(text)) tell(judging, spot, "format", { format });
}

function judgeList(judging: Judging, spot: Spot, list: readonly Json[]): void {
  const { maxItems, minItems, uniqueItems, items } = spot.schema;
  if (typeof maxItems === "number" && list.length > maxItems)
    tell(judging, spot, "maxItems", { limit: maxItems });
  if (typeof minItems === "number" && list.length < minItems)
    tell(judging, spot, "minItems", { limit: minItems });
  if (isObject(items))
    list.forEach((value, index) => {
      judge(judging, { schema: items, value, at: `${spot.at}/${index}` });
    });
  if (uniqueItems === true) {
    const twice = repeatedIn(list, items);
    if (twice !== null) tell(judging, spot, "uniqueItems", twice);
  }
}

/**
 * Returns two equal items of a list. If there are several pairs, returns the same pair as ajv, which searches
 * from the end. Like ajv, ignores items of a wrong type.
 */
function repeatedIn(
  list: readonly Json[],
  items: Json | undefined,
): { readonly i: number; readonly j: number } | null {
  const types = isObject(items) ? typesOf(items) : [];
  const plain = types.length > 0 && !types.some((type) => type === "object" || type === "array");
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const one = list[i] as Json;
    if (plain && !types.some((type) => isOf(one, type))) continue;
    const j = plain
      ? list.findIndex((other, at) => at > i && equalJson(one, other))
      : list.slice(0, i).findLastIndex((other) => equalJson(one, other));
    if (j >= 0) return { i, j };
  }
  return null;
}

function judgeObject(judging: Judging, spot: Spot, object: JsonObject): void {
  const { schema, at } = spot;
  const { minProperties, required, propertyNames, additionalProperties } = schema;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(object);
  if (typeof minProperties === "number" && names.length < minProperties)
    tell(judging, spot, "minProperties", { limit: minProperties });
  if (Array.isArray(required))
    for (const name of required)
      if (!Object.hasOwn(object, String(name))) tell(judging, spot, "required", { missingProperty: name });
  if (isObject(propertyNames))
    for (const name of names) {
      const errors = errorsOf(judging, { schema: propertyNames, value: name, at });
      judging.errors.push(...errors);
      if (errors.length > 0) tell(judging, spot, "propertyNames", { propertyName: name });
    }
  for (const name of names) {
    if (Object.hasOwn(properties, name)) continue;
    if (additionalProperties === false)
      tell(judging, spot, "additionalProperties", { additionalProperty: name });
    else if (isObject(additionalProperties))
      judge(judging, { schema: additionalProperties, value: object[name] as Json, at: below(at, name) });
  }
  for (const [name, inner] of Object.entries(properties))
    if (Object.hasOwn(object, name))
      judge(judging, { schema: inner as JsonSchema, value: object[name] as Json, at: below(at, name) });
  if (isObject(schema.discriminator)) judgeTagged(judging, spot, object);
}

/** Validates a value against one of several schemas. One property of the value selects the schema. */
function judgeTagged(judging: Judging, spot: Spot, object: JsonObject): void {
  const tag = String((spot.schema.discriminator as JsonObject).propertyName);
  const tagValue = Object.hasOwn(object, tag) ? object[tag] : undefined;
  if (typeof tagValue !== "string") {
    tell(judging, spot, "discriminator", { error: "tag", tag, tagValue });
    return;
  }
  const shape = schemasAt(spot.schema, "oneOf")
    .map((one) => (typeof one.$ref === "string" ? referred(judging.root, one.$ref) : one))
    .find((one) => {
      const own = isObject(one.properties) ? one.properties[tag] : undefined;
      if (!isObject(own)) return false;
      return own.const === tagValue || (Array.isArray(own.enum) && own.enum.includes(tagValue));
    });
  if (shape === undefined) tell(judging, spot, "discriminator", { error: "mapping", tag, tagValue });
  else judge(judging, { ...spot, schema: shape });
}

function errorsOf(judging: Judging, spot: Spot): readonly ValidationError[] {
  const errors: ValidationError[] = [];
  judge({ ...judging, errors }, spot);
  return errors;
}

function tell({ errors }: Judging, { at }: Spot, keyword: string, params: ValidationError["params"]): void {
  errors.push({ keyword, instancePath: at, params });
}

function referred(root: JsonSchema, ref: string): JsonSchema {
  let at: Json | undefined = root;
  for (const name of ref.replace(/^#\/?/, "").split("/").filter(Boolean))
    at = isObject(at) ? at[name] : undefined;
  if (!ref.startsWith("#") || !isObject(at)) throw new Error(`interpretSchema: ${ref} does not resolve`);
  return at;
}

function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : [];
}

function isOf(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function schemasAt(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as readonly JsonSchema[]) : [];
}

function below(at: string, name: string): string {
  return `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
