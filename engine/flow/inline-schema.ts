import { type Formats, formatOf, isOfNumbers } from "../rules/format.ts";
import type { FindingMessage } from "../rules/message.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { escapePointer, isObject, type Report } from "./form-schema.ts";
import { isSlowPattern } from "./slow-pattern.ts";

/** The common schemas by their `$id`, such as `common/email`. */
export type CommonSchemas = { readonly [id: string]: JsonSchema };

/**
 * Keywords of the checked subset. `common` is this project's own keyword: it names the common schema that was
 * inlined. `openList` marks a list whose members can change without a code change. For such a list, code
 * accepts any text that matches the list's `pattern`.
 */
const KEYWORDS = new Set([
  "$id",
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
  "means",
  "openList",
  "common",
]);

const TYPES = new Set(["object", "array", "string", "integer", "number", "boolean"]);

/**
 * Inlines every `$ref` to a common schema, so that the schema is self-contained. Each inlined schema has
 * `"common": "<name>"`, from which its default texts are found. Reports everything outside the checked
 * subset.
 */
export function inlineSchema(
  schema: Json,
  known: { readonly common: CommonSchemas; readonly formats: Formats },
  report: Report,
): JsonSchema {
  return inlineAt(schema, { ...known, report, pointer: "", open: [] });
}

type At = {
  readonly common: CommonSchemas;
  readonly formats: Formats;
  readonly report: Report;
  readonly pointer: string;
  /** Ids of the common schemas that are being resolved, to detect cycles. */
  readonly open: readonly string[];
};

function inlineAt(given: Json, at: At): JsonSchema {
  if (!isObject(given)) {
    at.report({
      pointer: at.pointer,
      says: { key: "schema-not-object" },
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
      says: {
        key: "unknown-schema",
        params: { name: JSON.stringify(reference), known: Object.keys(at.common) },
      },
    });
    return {};
  }
  if (at.open.includes(reference)) {
    at.report({
      pointer,
      says: { key: "schema-circle", params: { name: reference } },
    });
    return {};
  }
  const inner = inlineAt(at.common[reference] as Json, {
    ...at,
    // The fault is reported in the common schema, not in the file that refers to it.
    report: (fault) => at.report({ file: `schemas/${reference}.json`, ...fault }),
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
      at.report({ pointer, says: sayKeyword(keyword) });
      continue;
    }
    result[keyword] = inlineKeyword(keyword, value as Json, { ...at, pointer });
  }
  checkLeaf(result, at);
  return result;
}

function sayKeyword(keyword: string): FindingMessage {
  if (keyword === "title" || keyword === "else") return { key: `schema-keyword.${keyword}` };
  return { key: "schema-keyword", params: { keyword } };
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
      says: { key: "schema-type", params: { type: JSON.stringify(type), types: [...TYPES] } },
    });
  if (format !== undefined && !(typeof format === "string" && Object.hasOwn(at.formats, format)))
    at.report({
      pointer: `${at.pointer}/format`,
      says: {
        key: "unknown-format",
        params: { format: JSON.stringify(format), formats: Object.keys(at.formats) },
      },
    });
  const known = formatOf(at.formats, format);
  if (known !== undefined && isOfNumbers(known) !== (type === "integer"))
    at.report({
      pointer: `${at.pointer}/format`,
      says: {
        key: "schema-type.format",
        params: { format: String(format), type: isOfNumbers(known) ? "integer" : "string" },
      },
    });
  const words = schema.enum;
  if (Array.isArray(words) && words.length === 0)
    at.report({ pointer: `${at.pointer}/enum`, says: { key: "wrong-shape.few", params: { least: 1 } } });
  if (Array.isArray(words) && new Set(words.map((word: Json) => JSON.stringify(word))).size < words.length)
    at.report({ pointer: `${at.pointer}/enum`, says: { key: "wrong-shape.twice" } });
  if (typeof schema.pattern === "string") checkPattern(schema.pattern, at);
}

function checkPattern(pattern: string, at: At): void {
  const report = (key: "bad-pattern" | "bad-pattern.slow"): void =>
    at.report({ pointer: `${at.pointer}/pattern`, says: { key, params: { pattern } } });
  try {
    new RegExp(pattern, "u");
    // A single match of a slow pattern could block all users of the process.
    if (isSlowPattern(pattern)) report("bad-pattern.slow");
  } catch {
    report("bad-pattern");
  }
}
