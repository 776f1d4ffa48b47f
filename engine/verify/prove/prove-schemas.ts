import type { Definition } from "../../flow/definition.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import type { Finding } from "../../rules/rule.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { fitsSchema } from "../cells/fits-schema.ts";
import { samplesOf } from "../cells/samples.ts";

/** Schemas of forms that no answer satisfies; a warning where no answer was found but one may exist. */
export function proveSchemas(definition: Definition): readonly Finding[] {
  return Object.entries(definition.schemas).flatMap(([id, schema]) => {
    const step = definition.flow.steps[id];
    if (step === undefined || !hasForm(step)) return [];
    const file = formSchemaFile(definition.flow.id, id, step);
    return emptyFields(schema, "").map(
      ({ pointer, what, certain }): Finding => ({
        file,
        pointer,
        code: certain ? "schema-unsatisfiable" : "not-proved",
        severity: certain ? "error" : "warning",
        what: certain
          ? `nothing satisfies this: ${what}`
          : `no answer was found that satisfies this: ${what}`,
        mend: "Loosen one of the keywords that contradict each other.",
      }),
    );
  });
}

type Empty = { readonly pointer: string; readonly what: string; readonly certain: boolean };

function emptyFields(schema: JsonSchema, pointer: string): readonly Empty[] {
  if (schema.type === "object") {
    const inner = fieldsOf(schema)
      .filter((field) => field.required || field.requiredWhen.length > 0)
      .flatMap((field) => emptyFields(field.schema, `${pointer}/properties/${field.name}`));
    if (inner.length > 0) return inner;
    return samplesOf(schema).length > 0
      ? []
      : [{ pointer, what: "its fields contradict one another", certain: false }];
  }
  const what = contradiction(schema);
  if (what !== null) return [{ pointer, what, certain: true }];
  if (samplesOf(schema).length > 0) return [];
  return [{ pointer, what: JSON.stringify(schema).slice(0, 120), certain: false }];
}

/** Why no value can satisfy a schema, where that is plain. */
function contradiction(schema: JsonSchema): string | null {
  const words = schema.const !== undefined ? [schema.const as Json] : schema.enum;
  if (Array.isArray(words) && !(words as readonly Json[]).some((word) => fitsSchema(word, schema)))
    return `none of ${JSON.stringify(words)} fits the other keywords`;
  const number = (name: string): number | undefined =>
    typeof schema[name] === "number" ? (schema[name] as number) : undefined;
  const pairs = [
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
  ] as const;
  for (const [least, most] of pairs) {
    const from = number(least);
    const to = number(most);
    if (from !== undefined && to !== undefined && from > to)
      return `${least} ${from} is more than ${most} ${to}`;
  }
  const least = number("minItems") ?? 0;
  const items = schema.items;
  if (schema.type === "array" && isObject(items)) {
    const kinds = Array.isArray(items.enum) ? items.enum.length : items.type === "boolean" ? 2 : null;
    if (schema.uniqueItems === true && kinds !== null && least > kinds)
      return `minItems ${least} is more than the ${kinds} different items there are`;
    if (least > 0) return contradiction(items);
  }
  return null;
}
