import { commonValues, together } from "../../flow/form-conditions.ts";
import { conditionOf, type FieldCondition, isObject, objectAt, stringsAt } from "../../flow/form-schema.ts";
import type { Json, JsonSchema } from "../../values/json.ts";

/** A required field as it must be where conditions narrow it: all that is asked of it at once. */
export type Narrowed = {
  readonly name: string;
  readonly when: FieldCondition;
  /** What is asked of it, always and under each of the conditions; every keyword of one part. */
  readonly parts: readonly JsonSchema[];
  /** The same as one schema; of patterns and formats the last. */
  readonly schema: JsonSchema;
};

/**
 * The required fields of an object schema under every condition that narrows them, and every two that may hold at once:
 * bounds that leave room two by two leave room together.
 */
export function narrowedFields(schema: JsonSchema): readonly Narrowed[] {
  const properties = objectAt(schema, "properties");
  const branches = (Array.isArray(schema.allOf) ? schema.allOf : []) as readonly JsonSchema[];
  return stringsAt(schema, "required").flatMap((name) => {
    const base = properties[name];
    if (!isObject(base)) return [];
    const narrowings = branches.flatMap(({ if: condition, then }) => {
      const part = isObject(then) ? objectAt(then, "properties")[name] : undefined;
      return isObject(condition) && isObject(part) ? [{ when: conditionOf(condition), part }] : [];
    });
    return narrowings.flatMap(({ when, part }, index) => [
      narrowed(name, when, [base, part]),
      ...narrowings.slice(index + 1).flatMap((other) => {
        const both = together(when, other.when);
        return both === null ? [] : [narrowed(name, both, [base, part, other.part])];
      }),
    ]);
  });
}

function narrowed(name: string, when: FieldCondition, parts: readonly JsonSchema[]): Narrowed {
  return { name, when, parts, schema: parts.reduce(both) };
}

const HIGHEST = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const LOWEST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

/** What two schemas of one field ask together. */
function both(left: JsonSchema, right: JsonSchema): JsonSchema {
  const words = [wordsOf(left), wordsOf(right)].filter((list) => list !== null);
  const merged: { [keyword: string]: Json } = { ...left, ...right };
  delete merged.const;
  if (words.length > 0) merged.enum = words.reduce(commonValues);
  for (const [keywords, pick] of [
    [HIGHEST, Math.max],
    [LOWEST, Math.min],
  ] as const)
    for (const keyword of keywords) {
      const bounds = [left[keyword], right[keyword]].filter((bound) => typeof bound === "number");
      if (bounds.length > 0) merged[keyword] = pick(...bounds);
    }
  return merged;
}

function wordsOf(schema: JsonSchema): readonly Json[] | null {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : null;
}
