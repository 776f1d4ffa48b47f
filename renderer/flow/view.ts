import { isObject } from "../../engine/flow/form-schema.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import { readDraft } from "../kit/api/drafts.ts";
import type { LoadedFlow } from "./module.ts";

/** The body of a submission: an answer or a code. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/**
 * Returns the steps that may be viewed again and changed: the forms that the person has passed and no later
 * step has made final.
 */
export function openSteps(view: View, isForm: (step: string) => boolean): readonly string[] {
  return view.trail.filter((passed) => !passed.frozen && isForm(passed.step)).map((passed) => passed.step);
}

/** Whether a step of a flow is a form. */
export function isForm(flow: LoadedFlow, step: string): boolean {
  return flow.compiled.definition.flow.steps[step]?.kind === "form";
}

/** Returns the step that Back leads to; `null` if there is none. */
export function stepBefore(steps: readonly string[], shown: string): string | null {
  const at = steps.indexOf(shown);
  return (at < 0 ? steps.at(-1) : steps[at - 1]) ?? null;
}

/** Returns the step to show after a changed step; `null` if the flow continues at the current position. */
export function stepAfter(steps: readonly string[], shown: string): string | null {
  const at = steps.indexOf(shown);
  return at < 0 ? null : (steps[at + 1] ?? null);
}

/**
 * Returns the initial values of a form: the unsent draft, or else the earlier answer, or else known values or
 * the answers of the previous instance. An earlier answer is used unchanged, so a field that the person
 * emptied stays empty. The form and the values beside it start with the same data.
 */
export function firstDraft(view: View, step: string, initial: JsonObject | undefined): JsonObject {
  const draft = readDraft(view.id, step);
  if (draft !== null) return draft;
  const answer = view.instance.answers[step];
  const known = answer === undefined ? view.prefill[step] : undefined;
  return { ...(isObject(known) ? known : {}), ...initial, ...answer?.value };
}
