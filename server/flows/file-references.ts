import type { Json, JsonObject, JsonSchema } from "../../engine/values/json.ts";

/** An upload that an answer names: its position in the answer as a JSON pointer, and its id as sent. */
export type FileReference = { readonly pointer: string; readonly id: string };

/**
 * Returns all uploads that an answer names, at any depth. They are the values for which the schema of the
 * step has `format: file-ref`. The schema's references are already resolved, so the search covers only
 * properties, list items and conditions.
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
  // The search covers both branches of a condition. It may thus find an upload that only the inactive branch
  // names. Checking that upload too is harmless.
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
