import { type Definition, hasForm, type Step } from "../../engine/flow/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { FlowCounts, StepCounts } from "../flows/index.ts";
import { titleOfStep } from "../sources/index.ts";

/** Minimum number of people in both versions. With fewer, a comparison means little. */
const LEAST_PEOPLE = 50;
/** Minimum growth of the share of people who stop at a step, from which the step counts as worse. */
const WORSE_BY = 0.1;

const NOBODY: StepCounts = { arrived: 0, sent: 0, stopped: 0, here: 0, seconds: null, failed: 0 };

export type ComparedStep = StepCounts & {
  readonly step: string;
  readonly title: Words;
  readonly before: StepCounts | null;
  readonly worse: boolean;
};

/**
 * Returns the steps of a version that need an action of the person, in the sequence of the file, beside the
 * same steps of the version before. `before` is `null` if there is no such version, or for a step that it
 * lacks.
 */
export function comparedSteps(
  { definition, counts }: { readonly definition: Definition; readonly counts: FlowCounts },
  before: { readonly definition: Definition; readonly counts: FlowCounts } | null,
): readonly ComparedStep[] {
  return Object.entries(definition.flow.steps)
    .filter(([, step]) => asksPeople(step))
    .map(([step]) => {
      const now = counts.steps[step] ?? NOBODY;
      const had = before !== null && Object.hasOwn(before.definition.flow.steps, step);
      const then = had ? (before.counts.steps[step] ?? NOBODY) : null;
      const title = titleOfStep([definition], step);
      return { step, title, ...now, before: then, worse: then !== null && isWorse(now, then) };
    });
}

/** Returns how many people reached an end of the flow. */
export function finished(definition: Definition, { steps }: FlowCounts): number {
  return Object.entries(steps)
    .filter(([step]) => definition.flow.steps[step]?.kind === "end")
    .reduce((sum, [, { arrived }]) => sum + arrived, 0);
}

function asksPeople(step: Step): boolean {
  return hasForm(step) || step.kind === "review" || step.kind === "challenge";
}

/** People who are still at the step may complete it later, so they are not counted. */
function isWorse(now: StepCounts, then: StepCounts): boolean {
  const [people, peopleThen] = [now.arrived - now.here, then.arrived - then.here];
  if (people < LEAST_PEOPLE || peopleThen < LEAST_PEOPLE) return false;
  return now.stopped / people - then.stopped / peopleThen >= WORSE_BY;
}
