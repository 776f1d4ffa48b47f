import { isObject } from "../../engine/flow/form-schema.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import { readDraft } from "../kit/api/drafts.ts";
import type { LoadedFlow } from "./module.ts";

/** The body of a submission: an answer or a code. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** Steps that may be viewed again and changed: forms on the trail that nothing froze. */
export function openSteps(view: View, isForm: (step: string) => boolean): readonly string[] {
  return view.trail.filter((passed) => !passed.frozen && isForm(passed.step)).map((passed) => passed.step);
}

/** Whether a step of a flow is a form. */
export function isForm(flow: LoadedFlow, step: string): boolean {
  return flow.compiled.definition.flow.steps[step]?.kind === "form";
}

/** The step that Back leads to; `null` if there is none. */
export function stepBefore(steps: readonly string[], shown: string): string | null {
  const at = steps.indexOf(shown);
  return (at < 0 ? steps.at(-1) : steps[at - 1]) ?? null;
}

/** The step after a changed one on the walk; `null` if the position itself is next. */
export function stepAfter(steps: readonly string[], shown: string): string | null {
  const at = steps.indexOf(shown);
  return at < 0 ? null : (steps[at + 1] ?? null);
}

/**
 * The initial values of a form: the unsent draft, else the earlier answer, else known values or the previous instance's
 * answers. An answer is never filled up: a field that was emptied stays empty. The form and the values computed beside
 * it start alike.
 */
export function firstDraft(view: View, step: string, initial: JsonObject | undefined): JsonObject {
  const draft = readDraft(view.id, step);
  if (draft !== null) return draft;
  const answer = view.instance.answers[step];
  const known = answer === undefined ? view.prefill[step] : undefined;
  return { ...(isObject(known) ? known : {}), ...initial, ...answer?.value };
}
