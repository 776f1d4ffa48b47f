import { type Definition, hasForm, type Step } from "../../engine/flow/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { FlowCounts, StepCounts } from "../flows/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * Minimum number of people who must have reached a step in each of the two versions. With fewer people, the
 * step never counts as worse.
 */
const LEAST_PEOPLE = 50;
/** If the share of people who stop at a step grew by at least this much, the step counts as worse. */
const WORSE_BY = 0.1;

const NOBODY: StepCounts = { arrived: 0, sent: 0, stopped: 0, here: 0, seconds: null, failed: 0 };

export type ComparedStep = StepCounts & {
  readonly step: string;
  readonly title: Words;
  readonly before: StepCounts | null;
  readonly worse: boolean;
};

/**
 * Compares the steps of a version at which people must do something with the same steps of the previous
 * version, in the order of the file. `before` is `null` if there is no previous version, or if it lacks the
 * step.
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

/** People who reached the step recently may still complete it, so they are not counted. */
function isWorse(now: StepCounts, then: StepCounts): boolean {
  const [people, peopleThen] = [now.arrived - now.here, then.arrived - then.here];
  if (people < LEAST_PEOPLE || peopleThen < LEAST_PEOPLE) return false;
  return now.stopped / people - then.stopped / peopleThen >= WORSE_BY;
}
