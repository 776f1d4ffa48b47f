import { together } from "../../flow/form-conditions.ts";
import { conditionOf, type FieldCondition, isObject, objectAt, stringsAt } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/** A required field as it must be where conditions narrow it: all that is asked of it at once. */
export type Narrowed = {
  readonly name: string;
  readonly when: FieldCondition;
  /** What is asked of it, always and under each of the conditions; every keyword of one part. */
  readonly parts: readonly JsonSchema[];
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
      { name, when, parts: [base, part] },
      ...narrowings.slice(index + 1).flatMap((other) => {
        const both = together(when, other.when);
        return both === null ? [] : [{ name, when: both, parts: [base, part, other.part] }];
      }),
    ]);
  });
}
