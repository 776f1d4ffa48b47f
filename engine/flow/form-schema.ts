import type { FindingMessage } from "../rules/message.ts";
import { nearest } from "../rules/report.ts";
import { equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";

/**
 * A fault at a pointer of a file. The file is the one that is being read, or another file to which it refers.
 */
export type SchemaFault = { readonly file?: string; readonly pointer: string; readonly says: FindingMessage };

export type Report = (fault: SchemaFault) => void;

/**
 * A condition of the checked subset. It holds if all these fields are present and each has one of its values.
 */
export type FieldCondition = { readonly [field: string]: readonly Json[] };

/**
 * A field of an object schema, and the conditions under which it is asked. One condition that holds is
 * enough; without conditions the field is always asked.
 */
export type Field = {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Conditions under which the field is asked. Empty if the field is always asked. */
  readonly when: readonly FieldCondition[];
  readonly requiredWhen: readonly FieldCondition[];
};

/**
 * Returns the fields of an object schema in file order. The schema must be inlined. Conditional fields may be
 * declared anywhere in it.
 */
export function fieldsOf(schema: JsonSchema, report?: Report, pointer = ""): readonly Field[] {
  const properties = objectAt(schema, "properties");
  const always = new Set(stringsAt(schema, "required"));
  const fields = new Map<string, Field>();
  for (const [name, inner] of Object.entries(properties))
    fields.set(name, {
      name,
      schema: inner as JsonSchema,
      required: always.has(name),
      when: [],
      requiredWhen: [],
    });
  const branches = Array.isArray(schema.allOf) ? schema.allOf : [];
  branches.forEach((branch: JsonSchema, index: number) => {
    if (!isObject(branch) || !isObject(branch.if)) return;
    const at = `${pointer}/allOf/${index}`;
    const condition = conditionOf(branch.if, report, `${at}/if`);
    const then = isObject(branch.then) ? branch.then : {};
    const added = objectAt(then, "properties");
    const required = stringsAt(then, "required");
    for (const name of new Set([...Object.keys(added), ...required])) {
      const known = fields.get(name);
      const inner = (added[name] ?? known?.schema) as JsonSchema | undefined;
      if (inner === undefined) {
        report?.({
          pointer: `${at}/then/required`,
          says: undeclared(name, fields.keys()),
        });
        continue;
      }
      if (known?.required) {
        if (required.includes(name))
          report?.({
            pointer: `${at}/then/required`,
            says: { key: "required-twice", params: { name } },
          });
        continue;
      }
      const narrows = known !== undefined && known.when.length === 0 && !required.includes(name);
      fields.set(name, {
        name,
        schema: known?.schema ?? inner,
        required: false,
        when: narrows ? known.when : [...(known?.when ?? []), condition],
        requiredWhen: required.includes(name)
          ? [...(known?.requiredWhen ?? []), condition]
          : (known?.requiredWhen ?? []),
      });
    }
  });
  if (report !== undefined) reportLost(branches, fields, report, pointer);
  for (const name of always)
    if (!fields.has(name))
      report?.({
        pointer: `${pointer}/required`,
        says: undeclared(name, fields.keys()),
      });
  return [...fields.values()];
}

function undeclared(name: string, known: Iterable<string>): FindingMessage {
  const near = nearest(name, known);
  return near === undefined
    ? { key: "unknown-field.undeclared", params: { name } }
    : { key: "unknown-field.undeclared-near", params: { name, near } };
}

/**
 * Reports a second declaration of a conditional field if it differs from the first declaration. Only the
 * first declaration has an effect.
 */
function reportLost(
  branches: readonly Json[],
  fields: ReadonlyMap<string, Field>,
  report: Report,
  pointer: string,
): void {
  branches.forEach((branch, index) => {
    if (!isObject(branch) || !isObject(branch.then)) return;
    for (const [name, inner] of Object.entries(objectAt(branch.then, "properties"))) {
      const field = fields.get(name);
      if (field === undefined || field.when.length === 0 || equalJson(field.schema, inner)) continue;
      report({
        pointer: `${pointer}/allOf/${index}/then/properties/${escapePointer(name)}`,
        says: { key: "declared-twice", params: { name } },
      });
    }
  });
}

/** Reads the condition of an `if`. Reports everything outside the checked subset. */
export function conditionOf(given: JsonSchema, report?: Report, pointer = ""): FieldCondition {
  const properties = objectAt(given, "properties");
  const required = stringsAt(given, "required");
  const condition: { [field: string]: readonly Json[] } = {};
  for (const [name, inner] of Object.entries(properties)) {
    const allowed = isObject(inner) ? valuesOf(inner) : null;
    if (allowed === null)
      report?.({
        pointer: `${pointer}/properties/${escapePointer(name)}`,
        says: { key: "condition-form.values", params: { name } },
      });
    if (!required.includes(name))
      report?.({
        pointer: `${pointer}/required`,
        says: { key: "condition-form.required", params: { name } },
      });
    condition[name] = allowed ?? [];
  }
  if (Object.keys(properties).length === 0)
    report?.({
      pointer,
      says: { key: "condition-form.empty" },
    });
  return condition;
}

function valuesOf(schema: JsonObject): readonly Json[] | null {
  if (Object.hasOwn(schema, "const")) return [schema.const as Json];
  return Array.isArray(schema.enum) ? schema.enum : null;
}

/**
 * Returns the schema for validators and the renderer. A conditional field is declared only under its `then`,
 * so that a form shows it only when it is asked. `additionalProperties` is removed, because unknown fields
 * are dropped before validation.
 */
export function normaliseSchema(schema: JsonSchema, report?: Report, pointer = ""): JsonSchema {
  if (schema.type === "array" && isObject(schema.items))
    return { ...schema, items: normaliseSchema(schema.items, report, `${pointer}/items`) };
  if (schema.type !== "object") return schema;
  const fields = fieldsOf(schema, report, pointer);
  const properties: { [name: string]: Json } = {};
  const branches: JsonSchema[] = [];
  for (const field of fields) {
    const inner = normaliseSchema(field.schema, report, `${pointer}/properties/${escapePointer(field.name)}`);
    if (field.when.length === 0) properties[field.name] = inner;
    for (const condition of field.when)
      addTo(branches, condition, field.name, inner, field.requiredWhen.includes(condition));
  }
  const others = (Array.isArray(schema.allOf) ? schema.allOf : []).filter(
    (entry: JsonSchema) => !isObject(entry.if),
  );
  const { additionalProperties: _, allOf: __, properties: ___, ...rest } = schema;
  const allOf = [...others, ...narrowings(schema, fields), ...branches];
  return { ...rest, properties, ...(allOf.length > 0 ? { allOf } : {}) };
}

/**
 * Returns the conditional parts of a schema that only add limits to fields that are always asked. The parts
 * are unchanged.
 */
function narrowings(schema: JsonSchema, fields: readonly Field[]): readonly JsonSchema[] {
  const always = new Set(fields.filter((field) => field.when.length === 0).map((field) => field.name));
  const result: JsonSchema[] = [];
  for (const branch of (Array.isArray(schema.allOf) ? schema.allOf : []) as JsonSchema[]) {
    if (!isObject(branch.if) || !isObject(branch.then)) continue;
    const narrowed = Object.entries(objectAt(branch.then, "properties")).filter(([name]) => always.has(name));
    if (narrowed.length > 0)
      result.push(conditional(branch.if, { properties: Object.fromEntries(narrowed) as JsonObject }));
  }
  return result;
}

function addTo(
  branches: JsonSchema[],
  condition: FieldCondition,
  name: string,
  inner: JsonSchema,
  required: boolean,
): void {
  const test = {
    properties: Object.fromEntries(
      Object.entries(condition).map(([field, values]) => [
        field,
        values.length === 1 ? { const: values[0] as Json } : { enum: values as Json },
      ]),
    ),
    required: Object.keys(condition),
  };
  const text = JSON.stringify(test);
  const index = branches.findIndex((branch) => JSON.stringify(branch.if) === text);
  const then = index < 0 ? {} : (branches[index]?.then as JsonObject);
  const next = conditional(test, {
    ...then,
    properties: { ...objectAt(then, "properties"), [name]: inner },
    ...(required ? { required: [...stringsAt(then, "required"), name] } : {}),
  });
  if (index < 0) branches.push(next);
  else branches[index] = next;
}

function conditional(test: JsonSchema, consequence: JsonSchema): JsonSchema {
  const keyword = "then";
  return { if: test, [keyword]: consequence };
}

/** Returns the strings of the list in a property. Returns an empty list if the property is not a list. */
export function stringsAt(object: JsonObject, name: string): readonly string[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** Returns the object in a property. Returns an empty object if the property is not an object. */
export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

/** Returns true if a JSON value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Escapes one segment of a JSON pointer. */
export function escapePointer(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
