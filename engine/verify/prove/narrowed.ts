import { together } from "../../flow/form-conditions.ts";
import { conditionOf, type FieldCondition, isObject, objectAt, stringsAt } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/**
 * A required field with the additional limits that one or two conditions set. All of these limits apply at
 * once.
 */
export type Narrowed = {
  readonly name: string;
  readonly when: FieldCondition;
  /** The parts of the field's schema: the field's own schema, and the part that each condition adds. */
  readonly parts: readonly JsonSchema[];
};

/**
 * Returns the required fields of an object schema with the limits of conditions: for each condition, and for
 * each pair of conditions that can hold at once. Pairs are sufficient: if bounds are compatible in every
 * pair, all of them are compatible.
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
