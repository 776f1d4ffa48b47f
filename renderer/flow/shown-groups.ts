import { type Definition, type ShownValue, shownOn } from "../../engine/flow/index.ts";
import { stepText } from "./steps/step-text.ts";

/** Values under one heading; `null` if they have no heading. */
export type ShownGroup = { readonly heading: string | null; readonly values: readonly ShownValue[] };

/** Returns the values that a step shows, grouped by heading, in the order of the flow's file. */
export function shownGroups(definition: Definition, step: string): readonly ShownGroup[] {
  const groups: { heading: string | null; values: ShownValue[] }[] = [{ heading: null, values: [] }];
  for (const shown of shownOn(definition, step))
    if (shown.kind === "value") groups.at(-1)?.values.push(shown);
    else groups.push({ heading: stepText(definition, step, `headings.${shown.heading}`), values: [] });
  return groups.filter(({ values }) => values.length > 0);
}

/** Returns the values that a step shows, without headings. */
export function shownValues(definition: Definition, step: string): readonly ShownValue[] {
  return shownGroups(definition, step).flatMap(({ values }) => values);
}

/** Whether a shown value is a plain answer of the person. */
export function isAnswer({ path, role }: ShownValue): boolean {
  return path.startsWith("answers.") && (role === null || role === "amount");
}
