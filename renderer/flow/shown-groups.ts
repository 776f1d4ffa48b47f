import { type Definition, type ShownValue, shownOn } from "../../engine/flow/index.ts";
import { stepText } from "./steps/step-text.ts";

/** What stands under one heading; `null`: under none. */
export type ShownGroup = { readonly heading: string | null; readonly values: readonly ShownValue[] };

/** What a step shows, heading by heading, in the order of the file. */
export function shownGroups(definition: Definition, step: string): readonly ShownGroup[] {
  const groups: { heading: string | null; values: ShownValue[] }[] = [{ heading: null, values: [] }];
  for (const shown of shownOn(definition, step))
    if (shown.kind === "value") groups.at(-1)?.values.push(shown);
    else groups.push({ heading: stepText(definition, step, `headings.${shown.heading}`), values: [] });
  return groups.filter(({ values }) => values.length > 0);
}

/** What a step shows, without its headings. */
export function shownValues(definition: Definition, step: string): readonly ShownValue[] {
  return shownGroups(definition, step).flatMap(({ values }) => values);
}

/** Whether a value is an answer that stands as it was given. */
export function isAnswer({ path, role }: ShownValue): boolean {
  return path.startsWith("answers.") && (role === null || role === "amount");
}
