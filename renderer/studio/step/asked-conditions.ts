import type { Field, FieldCondition } from "../../../engine/flow/form-schema.ts";
import type { Json } from "../../../engine/values/json.ts";
import { choicesOf } from "./questions-of.ts";

/**
 * Returns the questions of a form whose answers can decide whether `field` is asked. A condition compares an
 * answer with single values, so a question with several choices cannot decide: the format has no "includes".
 */
export function decidersOf(field: Field, others: readonly Field[]): readonly Field[] {
  return others.filter(
    ({ name, schema, when }) =>
      name !== field.name &&
      schema.type !== "array" &&
      choicesOf(schema).length > 0 &&
      !when.some((condition) => Object.hasOwn(condition, field.name)),
  );
}

/**
 * Returns conditions in which the condition at index `at` allows these answers to a question. An index after
 * the last one adds a condition. Without answers, the question leaves the condition; a condition without
 * questions is removed.
 */
export function withAnswers(
  conditions: readonly FieldCondition[],
  {
    at,
    question,
    answers,
  }: { readonly at: number; readonly question: string; readonly answers: readonly Json[] },
): readonly FieldCondition[] {
  const { [question]: _, ...rest } = conditions[at] ?? {};
  const changed = answers.length === 0 ? rest : { ...conditions[at], [question]: answers };
  return conditions.toSpliced(at, 1, changed).filter((condition) => Object.keys(condition).length > 0);
}

/** Returns conditions in which another question stands in the place of `from`, with these answers. */
export function withQuestion(
  conditions: readonly FieldCondition[],
  {
    at,
    from,
    to,
    answers,
  }: { readonly at: number; readonly from: string; readonly to: string; readonly answers: readonly Json[] },
): readonly FieldCondition[] {
  const parts = Object.entries(conditions[at] ?? {});
  const changed = Object.fromEntries(
    parts.map(([name, had]) => (name === from ? [to, answers] : [name, had])),
  );
  return conditions.toSpliced(at, 1, changed);
}
