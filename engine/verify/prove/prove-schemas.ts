import type { Definition } from "../../flow/definition.ts";
import { fitsSchema } from "../../flow/fits-schema.ts";
import { type FieldCondition, fieldsOf, isObject } from "../../flow/form-schema.ts";
import { formSchemaFile, type StepWithForm } from "../../flow/step-kinds.ts";
import { errorAt, warningAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import type { Phrase } from "../../rules/sayings.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { samplesOf } from "../cells/samples.ts";
import { type Narrowed, narrowedFields } from "./narrowed.ts";

/** Schemas of forms that no answer satisfies; a warning where no answer was found but one may exist. */
export function proveSchemas(definition: Definition): readonly Finding[] {
  return Object.entries(definition.schemas).flatMap(([id, schema]) => {
    const file = formSchemaFile(definition.flow.id, id, definition.flow.steps[id] as StepWithForm);
    return emptyFields(schema, "").map((empty) => told(file, empty));
  });
}

function told(file: string, { pointer, reason, certain, when: condition }: Empty): Finding {
  const spot = { file, pointer };
  if (condition === undefined)
    return certain
      ? errorAt(spot, { key: "schema-unsatisfiable", params: { reason } })
      : warningAt(spot, { key: "not-proved.schema", params: { reason } });
  const when = Object.entries(condition)
    .map(([field, values]) => `${field} = ${values.join("/")}`)
    .join(", ");
  return certain
    ? errorAt(spot, { key: "schema-unsatisfiable.when", params: { reason, when } })
    : warningAt(spot, { key: "not-proved.schema-when", params: { reason, when } });
}

/** Why nothing fits: words, or the schema as it is written. */
type Reason = Extract<Phrase, { readonly key: `reasons.${string}` }> | string;
type Empty = {
  readonly pointer: string;
  readonly reason: Reason;
  readonly certain: boolean;
  /** The condition under which nothing fits; without it never. */
  readonly when?: FieldCondition;
};

function emptyFields(schema: JsonSchema, pointer: string): readonly Empty[] {
  if (schema.type === "object") {
    const inner = fieldsOf(schema)
      .filter((field) => field.required || field.requiredWhen.length > 0)
      .flatMap((field) => emptyFields(field.schema, `${pointer}/properties/${field.name}`));
    if (inner.length > 0) return inner;
    const narrowed = narrowedFields(schema).flatMap((field) => emptyWhere(field, pointer));
    if (narrowed.length > 0) return narrowed.filter(isFirstOfField);
    return samplesOf(schema).length > 0
      ? []
      : [{ pointer, reason: { key: "reasons.fields" }, certain: false }];
  }
  const reason = contradiction(schema);
  if (reason !== null) return [{ pointer, reason, certain: true }];
  if (samplesOf(schema).length > 0) return [];
  return [{ pointer, reason: JSON.stringify(schema).slice(0, 120), certain: false }];
}

/** A required field that nothing fits where a condition narrows it. */
function emptyWhere({ name, when, parts, schema }: Narrowed, pointer: string): readonly Empty[] {
  const at = { pointer: `${pointer}/properties/${name}`, when };
  const reason = contradiction(schema);
  if (reason !== null) return [{ ...at, reason, certain: true }];
  const type = schema.type as Json;
  const tried = [schema, ...parts].flatMap((part) => samplesOf({ type, ...part }, 8));
  if (tried.some((value) => parts.every((part) => fitsSchema(value, part)))) return [];
  return [{ ...at, reason: JSON.stringify(parts.slice(1)).slice(0, 120), certain: false }];
}

function isFirstOfField({ pointer }: Empty, index: number, all: readonly Empty[]): boolean {
  return all.findIndex((other) => other.pointer === pointer) === index;
}

/** Why no value can satisfy a schema, where that is plain. */
function contradiction(schema: JsonSchema): Reason | null {
  const words = schema.const !== undefined ? [schema.const as Json] : schema.enum;
  if (Array.isArray(words) && words.length === 0) return { key: "reasons.noWord" };
  if (Array.isArray(words) && !(words as readonly Json[]).some((word) => fitsSchema(word, schema)))
    return { key: "reasons.words", params: { words: JSON.stringify(words) } };
  const number = (name: string, otherwise: number): number =>
    typeof schema[name] === "number" ? (schema[name] as number) : otherwise;
  const pairs = [
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
  ] as const;
  for (const [least, most] of pairs) {
    const from = number(least, Number.NEGATIVE_INFINITY);
    const to = number(most, Number.POSITIVE_INFINITY);
    if (from > to) return { key: "reasons.bounds", params: { least, from, most, to } };
  }
  if (schema.type === "integer" && !someInteger(number)) return { key: "reasons.integers" };
  const least = number("minItems", 0);
  const items = schema.items;
  if (schema.type === "array" && isObject(items)) {
    const kinds = Array.isArray(items.enum) ? items.enum.length : items.type === "boolean" ? 2 : null;
    if (schema.uniqueItems === true && kinds !== null && least > kinds)
      return { key: "reasons.items", params: { least, kinds } };
    if (least > 0) return contradiction(items);
  }
  return null;
}

/** Whether some whole number lies between the bounds and is a multiple of what it must be. */
function someInteger(number: (name: string, otherwise: number) => number): boolean {
  const [none, all] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const from = Math.max(number("minimum", none), Math.floor(number("exclusiveMinimum", none)) + 1);
  const to = Math.min(number("maximum", all), Math.ceil(number("exclusiveMaximum", all)) - 1);
  if (from === none || to === all) return true;
  const step = number("multipleOf", 1);
  return Math.ceil(from / step) * step <= to || !Number.isInteger(step);
}
