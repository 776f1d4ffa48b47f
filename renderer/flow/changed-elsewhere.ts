import type { Definition } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import { linesOf } from "./show-value.ts";

/** A value that was answered differently in two windows: its label and both values. */
export type Difference = {
  readonly path: string;
  readonly label: string;
  readonly here: string | null;
  readonly there: string | null;
};

/** Returns the differences between two answers of a step, as labelled lines. */
export function differencesOf(
  definition: Definition,
  step: string,
  { here, there }: { readonly here: JsonObject | undefined; readonly there: JsonObject | undefined },
): readonly Difference[] {
  const read = (answer: JsonObject | undefined) =>
    new Map(linesOf(definition, `answers.${step}`, answer).map((line) => [line.path, line]));
  const [own, other] = [read(here), read(there)];
  return [...new Map([...other, ...own])].flatMap(([path, { label }]) => {
    const values = { here: own.get(path)?.value ?? null, there: other.get(path)?.value ?? null };
    return values.here === values.there ? [] : [{ path, label, ...values }];
  });
}

/**
 * Returns the answers that another window changed between an earlier and a later view of one instance. Leaves
 * out the step that this window has just submitted. The page reports these changes, so that nobody confirms
 * values that they have not seen.
 */
export function changedBetween(
  definition: Definition,
  { before, after, sent }: { readonly before: View; readonly after: View; readonly sent: string },
): readonly Difference[] {
  return Object.entries(after.instance.answers).flatMap(([step, answer]) => {
    const was = before.instance.answers[step];
    if (step === sent || was === undefined || was.revision >= answer.revision) return [];
    const values = { here: was.value as JsonObject, there: answer.value as JsonObject };
    if (canonicalJson(values.here) === canonicalJson(values.there)) return [];
    return differencesOf(definition, step, values);
  });
}
