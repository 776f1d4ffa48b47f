import { together } from "../../flow/form-conditions.ts";
import { conditionOf, type FieldCondition, isObject, objectAt, stringsAt } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/** A required field under conditions that narrow it, with all requirements that apply at once. */
export type Narrowed = {
  readonly name: string;
  readonly when: FieldCondition;
  /** All requirements on the field, unconditional and conditional, with one keyword per part. */
  readonly parts: readonly JsonSchema[];
};

/**
 * Returns the required fields of an object schema, under each condition that narrows them and under each pair
 * of conditions that can hold at once. Pairs are sufficient, because bounds that are compatible in pairs are
 * compatible all together.
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
