import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import type { Type, TypeEnv } from "./types.ts";

/** Finds the schema that a `$ref` names, such as `common/email`; `undefined` where there is none. */
export type ResolveRef = (ref: string) => JsonSchema | undefined;

/** `$ref`s that lead through more schemas than this go in a circle. */
const MAX_REFS = 16;

/**
 * The types of everything inside a schema, each path with `prefix` in front (`answers.amount` → `answers.amount.amount`).
 * Fields that only a condition brings (`then`) are there too: their absence is what "missing" means.
 */
export function typesOfSchema(
  schema: JsonSchema,
  options: { readonly prefix: string; readonly resolve: ResolveRef },
): TypeEnv {
  const types: { [path: string]: Type } = {};
  addType(types, options.prefix, typeOfSchema(schema, options.resolve));
  return types;
}

/** The type of one schema. A schema that says too little is a text. */
export function typeOfSchema(schema: JsonSchema, resolve: ResolveRef): Type {
  return typeOf(schema, resolve, 0);
}

function addType(types: { [path: string]: Type }, path: string, type: Type): void {
  if (path !== "") types[path] = type;
  if (type.kind !== "object") return;
  for (const [name, field] of Object.entries(type.fields))
    types[path === "" ? name : `${path}.${name}`] = field;
}

function typeOf(schema: JsonSchema, resolve: ResolveRef, refs: number): Type {
  if (typeof schema.$ref === "string") {
    const target = refs < MAX_REFS ? resolve(schema.$ref) : undefined;
    return target ? typeOf(target, resolve, refs + 1) : { kind: "string" };
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
        item: isObject(schema.items) ? typeOf(schema.items, resolve, refs) : { kind: "string" },
      };
    case "string":
      return typeOfFormat(schema.format);
    default:
      return isObject(schema.properties) || Array.isArray(schema.allOf)
        ? { kind: "object", fields: fieldsOf(schema, resolve, refs) }
        : schema.type === "object"
          ? { kind: "object", fields: {} }
          : typeOfFormat(schema.format);
  }
}

function typeOfWords(words: readonly Json[]): Type {
  if (words.every((word) => typeof word === "boolean")) return { kind: "boolean" };
  if (words.every((word) => typeof word === "string")) return { kind: "enum", words };
  if (words.every((word) => Number.isInteger(word)))
    return { kind: "integer", values: words as readonly number[] };
  return words.every((word) => typeof word === "number") ? { kind: "number" } : { kind: "string" };
}

function typeOfFormat(format: Json | undefined): Type {
  switch (format) {
    case "baht":
      return { kind: "money" };
    case "units":
      return { kind: "units" };
    case "date":
      return { kind: "date" };
    case "date-time":
    case "instant":
      return { kind: "instant" };
    case "file-ref":
      return { kind: "file" };
    default:
      return { kind: "string" };
  }
}

function fieldsOf(schema: JsonSchema, resolve: ResolveRef, refs: number): TypeEnv {
  const fields: { [path: string]: Type } = {};
  if (isObject(schema.properties)) {
    for (const [name, field] of Object.entries(schema.properties)) {
      if (isObject(field)) addType(fields, name, typeOf(field, resolve, refs));
    }
  }
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (!isObject(part)) continue;
    for (const branch of [part, part.then, part.else]) {
      if (!isObject(branch)) continue;
      // A condition may narrow a field that is declared above; the declaration itself says its type.
      for (const [path, type] of Object.entries(fieldsOf(branch, resolve, refs))) fields[path] ??= type;
    }
  }
  return fields;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
