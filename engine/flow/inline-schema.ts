import { formats } from "../values/formats.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { escapePointer, isObject, type Report } from "./form-schema.ts";

/** The common schemas by their `$id`, such as `common/email`. */
export type CommonSchemas = { readonly [id: string]: JsonSchema };

/** Keywords of the checked subset. `common` is ours: it says which common schema stood here. */
const KEYWORDS = new Set([
  "$id",
  "$ref",
  "$comment",
  "description",
  "type",
  "properties",
  "required",
  "additionalProperties",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "allOf",
  "if",
  "then",
  "writeOnly",
  "readOnly",
  "default",
  "common",
]);

const TYPES = new Set(["object", "array", "string", "integer", "number", "boolean"]);

/**
 * Resolves every `$ref` to a common schema, so that a schema stands alone. Where `common/<name>` stood, the result carries
 * `"common": "<name>"`: its default texts are found by it. Reports what lies outside the checked subset.
 */
export function inlineSchema(schema: Json, common: CommonSchemas, report: Report): JsonSchema {
  return inlineAt(schema, { common, report, pointer: "", open: [] });
}

type At = {
  readonly common: CommonSchemas;
  readonly report: Report;
  readonly pointer: string;
  /** Common schemas being resolved, to find circles. */
  readonly open: readonly string[];
};

function inlineAt(given: Json, at: At): JsonSchema {
  if (!isObject(given)) {
    at.report({
      pointer: at.pointer,
      code: "schema-not-object",
      what: "a schema must be an object",
      mend: 'Write an object such as {"type":"string"}.',
    });
    return {};
  }
  const reference = given.$ref;
  if (reference === undefined) return inlineKeywords(given, at);
  const { $ref: _, ...own } = given;
  const resolved = resolveReference(reference, at);
  return { ...resolved, ...inlineKeywords(own, at) };
}

function resolveReference(reference: Json, at: At): JsonSchema {
  const pointer = `${at.pointer}/$ref`;
  if (typeof reference !== "string" || !Object.hasOwn(at.common, reference)) {
    at.report({
      pointer,
      code: "unknown-schema",
      what: `"$ref" names ${JSON.stringify(reference)}, which is no common schema`,
      mend: `Add schemas/${String(reference)}.json with that "$id", or name one of: ${Object.keys(at.common).join(", ")}.`,
    });
    return {};
  }
  if (at.open.includes(reference)) {
    at.report({
      pointer,
      code: "schema-circle",
      what: `"${reference}" refers to itself`,
      mend: "Break the circle: a form's schema has a fixed depth.",
    });
    return {};
  }
  const inner = inlineAt(at.common[reference] as Json, {
    ...at,
    report: (fault) =>
      at.report({
        ...fault,
        pointer,
        what: `in ${reference}.json at ${fault.pointer || "its root"}: ${fault.what}`,
      }),
    pointer: "",
    open: [...at.open, reference],
  });
  const { $id: _, ...rest } = inner;
  return { ...rest, common: reference.replace(/^common\//, "") };
}

function inlineKeywords(given: JsonObject, at: At): JsonSchema {
  const result: { [keyword: string]: Json } = {};
  for (const [keyword, value] of Object.entries(given)) {
    const pointer = `${at.pointer}/${escapePointer(keyword)}`;
    if (!KEYWORDS.has(keyword)) {
      at.report({
        pointer,
        code: "schema-keyword",
        what: `keyword "${keyword}" is outside the subset`,
        mend:
          keyword === "title"
            ? "Leave it out: texts stand in locales/."
            : keyword === "else"
              ? 'Write a second "if" with the other values.'
              : "See docs/flow-format.md, Schemas, for the keywords that there are.",
      });
      continue;
    }
    result[keyword] = inlineKeyword(keyword, value as Json, { ...at, pointer });
  }
  checkLeaf(result, at);
  return result;
}

function inlineKeyword(keyword: string, value: Json, at: At): Json {
  switch (keyword) {
    case "properties":
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [
              name,
              inlineAt(inner as Json, { ...at, pointer: `${at.pointer}/${escapePointer(name)}` }),
            ]),
          )
        : {};
    case "items":
      return inlineAt(value, at);
    case "then":
    case "if":
      return inlineAt(value, at);
    case "allOf":
      return Array.isArray(value)
        ? value.map((entry: Json, index: number) =>
            inlineAt(entry, { ...at, pointer: `${at.pointer}/${index}` }),
          )
        : [];
    default:
      return value;
  }
}

function checkLeaf(schema: JsonSchema, at: At): void {
  const { type, format } = schema;
  if (type !== undefined && !(typeof type === "string" && TYPES.has(type)))
    at.report({
      pointer: `${at.pointer}/type`,
      code: "schema-type",
      what: `type ${JSON.stringify(type)} is outside the subset`,
      mend: `Write one of ${[...TYPES].join(", ")}; a value that may be missing is left out of "required".`,
    });
  if (format !== undefined && !(typeof format === "string" && Object.hasOwn(formats, format)))
    at.report({
      pointer: `${at.pointer}/format`,
      code: "unknown-format",
      what: `format ${JSON.stringify(format)} does not exist`,
      mend: `Write one of: ${Object.keys(formats).join(", ")}.`,
    });
  if (typeof schema.pattern === "string") {
    try {
      new RegExp(schema.pattern, "u");
    } catch {
      at.report({
        pointer: `${at.pointer}/pattern`,
        code: "bad-pattern",
        what: `"${schema.pattern}" is no regular expression`,
        mend: "Mend it; patterns are read with the flag u.",
      });
    }
  }
}
