import type { Formats } from "../rules/format.ts";
import { nearest } from "../rules/report.ts";
import { equalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { fitsSchema } from "./fits-schema.ts";
import {
  conditionOf,
  escapePointer,
  type Field,
  type FieldCondition,
  fieldsOf,
  isObject,
  objectAt,
  type Report,
  stringsAt,
} from "./form-schema.ts";

/**
 * Reports faults in the conditions of a schema and of its nested schemas. The faults are: conditions on
 * unknown fields, values that a field cannot have, ignored keywords, and conditions that hold for no answer
 * or for every answer.
 */
export function checkFormConditions(
  schema: JsonSchema,
  formats: Formats,
  report: Report,
  pointer = "",
): void {
  if (isObject(schema.items)) checkFormConditions(schema.items, formats, report, `${pointer}/items`);
  if (schema.type !== "object") return;
  checkBranches(schema, formats, report, pointer);
  for (const [at, properties] of declarations(schema))
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner))
        checkFormConditions(inner, formats, report, `${pointer}${at}/properties/${escapePointer(name)}`);
}

/** Returns every `properties` object of an object schema, with its pointer. */
function declarations(schema: JsonSchema): readonly (readonly [at: string, properties: JsonObject])[] {
  return [
    ["", objectAt(schema, "properties")],
    ...branchesOf(schema).map(
      (branch, index) => [`/allOf/${index}/then`, objectAt(objectAt(branch, "then"), "properties")] as const,
    ),
  ];
}

function branchesOf(schema: JsonSchema): readonly JsonObject[] {
  return ((Array.isArray(schema.allOf) ? schema.allOf : []) as readonly Json[]).map((branch) =>
    isObject(branch) ? branch : {},
  );
}

function checkBranches(schema: JsonSchema, formats: Formats, report: Report, pointer: string): void {
  const fields = fieldsOf(schema);
  for (const keyword of ["if", "then"])
    if (schema[keyword] !== undefined)
      report({ pointer: `${pointer}/${keyword}`, says: { key: "condition-form.place" } });
  branchesOf(schema).forEach((branch, index) => {
    const at = `${pointer}/allOf/${index}`;
    if (!isObject(branch.if) || !isObject(branch.then)) {
      report({ pointer: at, says: { key: "condition-form.branch" } });
      return;
    }
    const lost = [
      ...strangers(branch, ["if", "then", "$comment", "description"], at),
      ...strangers(branch.if, ["properties", "required", "type", "$comment"], `${at}/if`),
      ...strangers(branch.then, ["properties", "required", "$comment"], `${at}/then`),
    ];
    for (const { keyword, pointer: spot } of lost)
      report({ pointer: spot, says: { key: "condition-form.keyword", params: { keyword } } });
    checkCondition(branch.if, { fields, formats }, report, `${at}/if`);
  });
}

function strangers(object: JsonObject, known: readonly string[], pointer: string) {
  return Object.keys(object)
    .filter((keyword) => !known.includes(keyword))
    .map((keyword) => ({ keyword, pointer: `${pointer}/${escapePointer(keyword)}` }));
}

function checkCondition(
  test: JsonSchema,
  { fields, formats }: { readonly fields: readonly Field[]; readonly formats: Formats },
  report: Report,
  pointer: string,
): void {
  const read = Object.keys(objectAt(test, "properties"));
  for (const name of stringsAt(test, "required"))
    if (!read.includes(name) && read.length > 0)
      report({ pointer: `${pointer}/required`, says: { key: "condition-form.no-value", params: { name } } });
  const condition = conditionOf(test);
  let isWhole = read.length > 0;
  for (const [name, values] of Object.entries(condition)) {
    const field = fields.find((one) => one.name === name);
    const says =
      field === undefined
        ? undeclared(name, fields)
        : values.length === 0
          ? null
          : outside(field, values, formats);
    if (says !== null) report({ pointer: `${pointer}/properties/${escapePointer(name)}`, says });
    isWhole &&= says === null && values.length > 0;
  }
  if (!isWhole) return;
  if (asksOf(condition, fields).length === 0) report({ pointer, says: { key: "condition-form.nobody" } });
  else if (isAlways(condition, fields, formats)) report({ pointer, says: { key: "condition-form.always" } });
}

function undeclared(name: string, fields: readonly Field[]): Parameters<Report>[0]["says"] {
  const names = fields.map((field) => field.name);
  const near = nearest(name, names);
  return near === undefined
    ? { key: "condition-form.undeclared", params: { name, fields: names } }
    : { key: "condition-form.undeclared-near", params: { name, near } };
}

/**
 * Returns a message if a condition compares a field with values that the field can never have. Returns `null`
 * if the field can have all of them.
 */
function outside(
  field: Field,
  values: readonly Json[],
  formats: Formats,
): Parameters<Report>[0]["says"] | null {
  const { name, schema } = field;
  const never = values.filter((value) => !fitsSchema(value, schema, formats));
  if (never.length === values.length) return { key: "condition-form.never", params: { name } };
  if (never.length === 0) return null;
  return {
    key: "condition-form.value",
    params: { name, values: never.map((value) => JSON.stringify(value)) },
  };
}

/**
 * Maximum number of combinations to search. Above this number, the search stops and assumes that the
 * condition can hold.
 */
const MOST_CONDITIONS = 500;

/**
 * Returns every combination of earlier answers that makes a condition hold. The combinations include the
 * conditions under which the fields of the condition are asked.
 */
function asksOf(condition: FieldCondition, fields: readonly Field[]): readonly FieldCondition[] {
  const settle = (
    open: readonly FieldCondition[],
    names: readonly string[],
    above: readonly string[],
  ): readonly FieldCondition[] =>
    names.reduce<readonly FieldCondition[]>((known, name) => {
      const when = fields.find((field) => field.name === name)?.when ?? [];
      if (when.length === 0 || known.length > MOST_CONDITIONS) return known;
      // A field whose condition depends on itself is never asked.
      if (above.includes(name)) return [];
      return when.flatMap((one) => {
        const joined = known.map((other) => together(other, one)).filter((both) => both !== null);
        return settle(joined, Object.keys(one), [...above, name]);
      });
    }, open);
  return settle([condition], Object.keys(condition), []);
}

/** Returns true if every valid answer satisfies the condition. */
function isAlways(condition: FieldCondition, fields: readonly Field[], formats: Formats): boolean {
  return Object.entries(condition).every(([name, values]) => {
    const field = fields.find((one) => one.name === name);
    const all = field?.required ? wordsOf(field.schema, formats) : null;
    return all?.every((word) => values.some((value) => equalJson(value, word))) ?? false;
  });
}

/** Returns every value that a field can have, or `null` if there are too many. */
function wordsOf(schema: JsonSchema, formats: Formats): readonly Json[] | null {
  const words = schema.const !== undefined ? [schema.const] : schema.enum;
  const all = Array.isArray(words)
    ? (words as readonly Json[])
    : schema.type === "boolean"
      ? [true, false]
      : null;
  return all?.filter((word) => fitsSchema(word, schema, formats)) ?? null;
}

/** Combines two conditions. Returns `null` if they exclude each other. */
export function together(left: FieldCondition, right: FieldCondition): FieldCondition | null {
  const joined: { [field: string]: readonly Json[] } = { ...left };
  for (const [field, values] of Object.entries(right))
    joined[field] = commonValues(joined[field] ?? values, values);
  return Object.values(joined).some((values) => values.length === 0) ? null : joined;
}

/** Returns the values that are in both lists. */
export function commonValues(left: readonly Json[], right: readonly Json[]): readonly Json[] {
  return left.filter((value) => right.some((other) => equalJson(value, other)));
}
