import type { Facts, Instance, Passed, Position } from "../../engine/flow/index.ts";
import type { FailedClause } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";

/** What the server says about one instance; it is the only judge of where the person is. */
export type View = {
  readonly id: string;
  readonly flow: string;
  /** Version the instance runs on, and where its module lies. */
  readonly hash: string;
  readonly module: string;
  readonly at: Position;
  readonly trail: readonly Passed[];
  readonly instance: Pick<Instance, "answers" | "receipts">;
  readonly facts: Facts;
  readonly flags: { readonly [flag: string]: boolean };
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  readonly blocking: readonly FailedClause[];
  /** `null` where the flow numbers no steps. */
  readonly progress: {
    readonly group?: string | null;
    readonly index?: number | null;
    readonly of?: number | null;
    readonly minutesLeft?: number | null;
  } | null;
  readonly links?: readonly unknown[];
};

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
