import { together } from "../../flow/form-conditions.ts";
import { conditionOf, type FieldCondition, isObject, objectAt, stringsAt } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/** A required field under conditions that narrow it: all that is demanded of it at once. */
export type Narrowed = {
  readonly name: string;
  readonly when: FieldCondition;
  /** The demands on it, always and under each condition, one keyword in each part. */
  readonly parts: readonly JsonSchema[];
};

/**
 * The required fields of an object schema, under each condition that narrows them and under each two that can hold at once.
 * Pairs are enough: bounds that leave room in pairs leave room together.
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
      { name, when, parts: [base, part] },
      ...narrowings.slice(index + 1).flatMap((other) => {
        const both = together(when, other.when);
        return both === null ? [] : [{ name, when: both, parts: [base, part, other.part] }];
      }),
    ]);
  });
}
