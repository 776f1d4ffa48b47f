import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { type Formats, formatOf } from "./format.ts";
import type { Type, TypeEnv } from "./types.ts";

/** Returns the schema for a `$ref` such as `common/email`, or `undefined` if the `$ref` is unknown. */
export type ResolveRef = (ref: string) => JsonSchema | undefined;

/** Maximum length of a chain of `$ref`s. A longer chain is treated as a cycle. */
const MAX_REFS = 16;

/**
 * Returns the type of every data path inside a schema. Each data path begins with `prefix` (`answers.amount`
 * → `answers.amount.amount`). Conditional fields (`then`) are included; if they are not asked, their values
 * are missing.
 */
export function typesOfSchema(
  schema: JsonSchema,
  options: { readonly prefix: string; readonly formats: Formats; readonly resolve?: ResolveRef },
): TypeEnv {
  const types: { [path: string]: Type } = {};
  addType(types, options.prefix, typeOfSchema(schema, options.formats, options.resolve));
  return types;
}

/** Returns the type of one schema. A schema without enough information has the type text. */
export function typeOfSchema(
  schema: JsonSchema,
  formats: Formats,
  resolve: ResolveRef = () => undefined,
): Type {
  return typeOf(schema, { formats, resolve, refs: 0 });
}

type Known = { readonly formats: Formats; readonly resolve: ResolveRef; readonly refs: number };

function addType(types: { [path: string]: Type }, path: string, type: Type): void {
  if (path !== "") types[path] = type;
  if (type.kind !== "object") return;
  for (const [name, field] of Object.entries(type.fields))
    types[path === "" ? name : `${path}.${name}`] = field;
}

function typeOf(schema: JsonSchema, known: Known): Type {
  if (typeof schema.$ref === "string") {
    const target = known.refs < MAX_REFS ? known.resolve(schema.$ref) : undefined;
    return target ? typeOf(target, { ...known, refs: known.refs + 1 }) : { kind: "string" };
  }
  if (schema.const !== undefined) return typeOfWords([schema.const]);
  if (Array.isArray(schema.enum)) return typeOfWords(schema.enum);
  switch (schema.type) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
      return { kind: "integer" };
    case "number":
      return { kind: "number" };
    case "array":
      return {
        kind: "list",
        item: isObject(schema.items) ? typeOf(schema.items, known) : { kind: "string" },
      };
    case "string":
      return typeOfFormat(schema.format, known);
    default:
      return isObject(schema.properties) || Array.isArray(schema.allOf)
        ? { kind: "object", fields: fieldsOf(schema, known) }
        : schema.type === "object"
          ? { kind: "object", fields: {} }
          : typeOfFormat(schema.format, known);
  }
}

function typeOfWords(words: readonly Json[]): Type {
  if (words.every((word) => typeof word === "boolean")) return { kind: "boolean" };
  if (words.every((word) => typeof word === "string")) return { kind: "enum", words };
  if (words.every((word) => Number.isInteger(word)))
    return { kind: "integer", values: words as readonly number[] };
  return words.every((word) => typeof word === "number") ? { kind: "number" } : { kind: "string" };
}

function typeOfFormat(format: Json | undefined, { formats }: Known): Type {
  return formatOf(formats, format)?.type ?? { kind: "string" };
}

function fieldsOf(schema: JsonSchema, known: Known): TypeEnv {
  const fields: { [path: string]: Type } = {};
  if (isObject(schema.properties)) {
    for (const [name, field] of Object.entries(schema.properties)) {
      if (isObject(field)) addType(fields, name, typeOf(field, known));
    }
  }
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (!isObject(part)) continue;
    for (const branch of [part, part.then, part.else]) {
      if (!isObject(branch)) continue;
      // A condition can add limits to a field that is declared outside the condition. The declaration outside
      // determines the field's type.
      for (const [path, type] of Object.entries(fieldsOf(branch, known))) fields[path] ??= type;
    }
  }
  return fields;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
