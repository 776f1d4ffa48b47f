import { isObject } from "../../engine/flow/form-schema.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import { readDraft } from "../kit/api/drafts.ts";

/** What a submission carries: an answer, or a code. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** Steps that she may look at again and change: forms on the trail that nothing froze. */
export function openSteps(view: View, isForm: (step: string) => boolean): readonly string[] {
  return view.trail.filter((passed) => !passed.frozen && isForm(passed.step)).map((passed) => passed.step);
}

/** The step to go back to from a screen; `null` where there is none. */
export function stepBefore(steps: readonly string[], shown: string): string | null {
  const at = steps.indexOf(shown);
  return (at < 0 ? steps.at(-1) : steps[at - 1]) ?? null;
}

/** The step after a changed one on the way that was walked; `null` where the position itself follows. */
export function stepAfter(steps: readonly string[], shown: string): string | null {
  const at = steps.indexOf(shown);
  return at < 0 ? null : (steps[at + 1] ?? null);
}

/**
 * What a form begins with: what was typed and not sent yet, else the answer given before, else what is known or was
 * answered the last time. What was answered is never filled up again: a field that was emptied stays empty.
 * The form and what is computed beside it begin alike.
 */
export function firstDraft(view: View, step: string, initial: JsonObject | undefined): JsonObject {
  const draft = readDraft(view.id, step);
  if (draft !== null) return draft;
  const answer = view.instance.answers[step];
  const known = answer === undefined ? view.prefill[step] : undefined;
  return { ...(isObject(known) ? known : {}), ...initial, ...answer?.value };
}
