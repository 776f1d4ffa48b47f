import type { Json, JsonObject, JsonSchema } from "../../engine/values/json.ts";

/** An upload in an answer: its JSON pointer in the answer, and its id as sent. */
export type FileReference = { readonly pointer: string; readonly id: string };

/**
 * Returns all uploads in an answer, at any depth: the values for which the step's schema has `format:
 * file-ref`. References in schemas are already resolved, so only properties, list items and conditions need a
 * search.
 */
export function fileReferences(schema: JsonSchema, answer: Json): readonly FileReference[] {
  const found = new Map<string, string>();
  collect(schema, answer, "", found);
  return [...found].map(([pointer, id]) => ({ pointer, id }));
}

function collect(
  schema: unknown,
  value: Json | undefined,
  pointer: string,
  found: Map<string, string>,
): void {
  if (!isObject(schema) || value === undefined) return;
  if (schema.format === "file-ref" && typeof value === "string") found.set(pointer, value);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const part of listOf(schema[keyword])) collect(part, value, pointer, found);
  // Both branches are searched. An upload that only the inactive branch names is checked as well, which is
  // harmless.
  for (const keyword of ["then", "else"]) collect(schema[keyword], value, pointer, found);
  if (Array.isArray(value)) {
    const { items } = schema;
    for (const [index, item] of value.entries())
      collect(Array.isArray(items) ? items[index] : items, item, `${pointer}/${index}`, found);
  } else if (isObject(value) && isObject(schema.properties)) {
    for (const [name, part] of Object.entries(schema.properties))
      if (Object.hasOwn(value, name))
        collect(part, value[name], `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, found);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
