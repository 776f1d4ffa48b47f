import { conditionHolds } from "../../flow/clean-answer.ts";
import { fitsSchema } from "../../flow/fits-schema.ts";
import {
  conditionOf,
  type Field,
  type FieldCondition,
  fieldsOf,
  isObject,
  objectAt,
} from "../../flow/form-schema.ts";
import type { Formats } from "../../rules/format.ts";
import { equalJson } from "../../values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../../values/json.ts";
import { emptinessOf } from "./emptiness.ts";

/** Maximum number of combinations of answers to the fields in conditions. */
const MOST_WAYS = 5_000;

/**
 * Decides whether any answer satisfies an object schema with conditional fields. Tries every combination of
 * answers to the fields that conditions name. For each, checks the fields that are then asked. `unknown`:
 * there are too many combinations, or a field is undecided.
 */
export function somebodyAnswers(schema: JsonSchema, formats: Formats): "yes" | "nobody" | "unknown" {
  const fields = fieldsOf(schema);
  const narrowings = narrowingsOf(schema);
  const read = fields.filter(({ name }) => named(fields, narrowings, name).length > 0);
  let ways: readonly Way[] = [{}];
  for (const field of read) {
    ways = ways.flatMap((way) =>
      choicesOf(field, named(fields, narrowings, field.name)).map((choice) => ({
        ...way,
        [field.name]: choice,
      })),
    );
    if (ways.length > MOST_WAYS) return "unknown";
  }
  let isSure = true;
  for (const way of ways) {
    const open = isOpen(way, { schema, formats, fields, narrowings });
    if (open === "yes") return "yes";
    isSure &&= open === "no";
  }
  return isSure ? "nobody" : "unknown";
}

/**
 * An answer to a field that conditions name: one of the values in the conditions, any other value, or no
 * value.
 */
type Choice = { readonly value: Json } | { readonly except: readonly Json[] } | "missing";
type Way = { readonly [field: string]: Choice };
type Narrowing = { readonly when: FieldCondition; readonly properties: JsonObject };

function narrowingsOf(schema: JsonSchema): readonly Narrowing[] {
  const branches = (Array.isArray(schema.allOf) ? schema.allOf : []) as readonly JsonSchema[];
  return branches.flatMap(({ if: test, then }) =>
    isObject(test) && isObject(then)
      ? [{ when: conditionOf(test), properties: objectAt(then, "properties") }]
      : [],
  );
}

/** Returns the values of a field that conditions name. */
function named(fields: readonly Field[], narrowings: readonly Narrowing[], name: string): readonly Json[] {
  const conditions = [...narrowings.map(({ when }) => when), ...fields.flatMap(({ when }) => when)];
  return conditions
    .flatMap((condition) => condition[name] ?? [])
    .filter((value, index, all) => all.findIndex((other) => equalJson(value, other)) === index);
}

function choicesOf({ required }: Field, values: readonly Json[]): readonly Choice[] {
  return [
    ...values.map((value) => ({ value })),
    { except: values },
    ...(required ? [] : ["missing" as const]),
  ];
}

/**
 * Decides whether the whole form can be answered, given one combination of answers to the fields that
 * conditions name.
 */
function isOpen(
  way: Way,
  form: {
    readonly schema: JsonSchema;
    readonly formats: Formats;
    readonly fields: readonly Field[];
    readonly narrowings: readonly Narrowing[];
  },
): "yes" | "no" | "unknown" {
  const { schema, formats, fields, narrowings } = form;
  const seen = Object.fromEntries(
    Object.entries(way).flatMap(([name, choice]) =>
      choice !== "missing" && "value" in choice ? [[name, choice.value]] : [],
    ),
  );
  const holds = (condition: FieldCondition): boolean => conditionHolds(condition, seen);
  const answer: { [field: string]: Json } = {};
  let isSure = true;
  for (const { name, schema: own, required, when, requiredWhen } of fields) {
    const choice = Object.hasOwn(way, name) ? way[name] : undefined;
    const isAsked = when.length === 0 || when.some(holds);
    const isNeeded = required || requiredWhen.some(holds);
    if (choice === "missing" ? isNeeded : choice !== undefined && !isAsked) return "no";
    if (choice === "missing" || (choice === undefined && !isNeeded)) continue;
    const parts = [
      own,
      ...narrowings.flatMap((one) => partOf(one, { name, isAlways: when.length === 0 }, holds)),
    ];
    const value = answerOf(parts, choice, formats);
    if (value === "no") return "no";
    if (value === "unknown") isSure = false;
    else answer[name] = value.value;
  }
  if (!isSure) return "unknown";
  // The object can have further requirements, such as a number of fields. They are tested with the whole
  // answer.
  if (fitsSchema(answer, schema, formats)) return "yes";
  return "unknown";
}

function partOf(
  { when, properties }: Narrowing,
  { name, isAlways }: { readonly name: string; readonly isAlways: boolean },
  holds: (condition: FieldCondition) => boolean,
): readonly JsonSchema[] {
  const inner = isAlways && holds(when) ? properties[name] : undefined;
  return isObject(inner) ? [inner] : [];
}

function answerOf(
  parts: readonly JsonSchema[],
  choice: Choice | undefined,
  formats: Formats,
): { readonly value: Json } | "no" | "unknown" {
  if (choice !== undefined && choice !== "missing" && "value" in choice)
    return parts.every((part) => fitsSchema(choice.value, part, formats)) ? choice : "no";
  const except = choice === undefined || choice === "missing" ? [] : choice.except;
  const words = wordsIn(parts)?.filter((word) => !except.some((other) => equalJson(word, other)));
  const found = emptinessOf(words === undefined ? parts : [...parts, { enum: words }], formats);
  if (found.kind === "none") return "no";
  return found.kind === "some" && !except.some((other) => equalJson(found.value, other)) ? found : "unknown";
}

/** Returns every value that satisfies some schemas, or `undefined` if there are too many. */
function wordsIn(parts: readonly JsonSchema[]): readonly Json[] | undefined {
  for (const { const: only, enum: words, type } of parts) {
    if (only !== undefined) return [only];
    if (Array.isArray(words)) return words as readonly Json[];
    if (type === "boolean") return [true, false];
  }
  return undefined;
}
