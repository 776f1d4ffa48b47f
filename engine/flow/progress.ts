import type { Compiled } from "./compiled.ts";
import type { FlowFile, Step } from "./flow-file.ts";
import { hasForm, nextOf } from "./step-kinds.ts";
import type { Walk } from "./walk.ts";

/** The progress in the flow's numbered groups, or `null` if the flow has no groups. */
export type Progress = {
  readonly group: string;
  /** Number of the group, from 1. */
  readonly index: number;
  readonly of: number;
  /** Number of the screen within the group, from 1. */
  readonly screen: number;
  /**
   * Maximum number of screens of the group on the remaining path. The number never grows as the person
   * continues.
   */
  readonly screens: number;
  /** Approximate number of minutes left; `null` if the flow has no estimate. */
  readonly minutesLeft: number | null;
} | null;

/**
 * Returns the progress of a walk: the group of its current step, or of the last passed step that has a group.
 * `step` can be an earlier step that the person looks at again. The remaining screens are counted along the
 * longest path, so that numbers and minutes never grow.
 */
export function progressOf(
  compiled: Compiled,
  walk: Pick<Walk, "trail" | "at">,
  step: string = walk.at.step,
): Progress {
  const { flow } = compiled.definition;
  const { groups, minutes, steps } = flow;
  if (groups === undefined || groups.length === 0) return null;
  const trail = walk.trail.map((passed) => passed.step);
  const before = trail.includes(step) ? trail.slice(0, trail.indexOf(step)) : trail;
  const groupAt = [...before, step].map((id) => steps[id]?.group).findLast((name) => name !== undefined);
  const group = groupAt ?? groups[0];
  if (group === undefined) return null;
  const passed = before.filter((id) => isScreen(steps[id]));
  const inGroup = passed.filter((id) => steps[id]?.group === group).length;
  const here = isScreen(steps[step]) && steps[step]?.group === group ? 1 : 0;
  const left = screensFrom(flow, step, () => true);
  return {
    group,
    index: groups.indexOf(group) + 1,
    of: groups.length,
    screen: Math.max(1, inGroup + here),
    screens: Math.max(1, inGroup + screensFrom(flow, step, (of) => of.group === group)),
    minutesLeft:
      minutes === undefined ? null : Math.ceil((minutes * left) / Math.max(1, passed.length + left)),
  };
}

/**
 * Returns the maximum number of matching screens on any path that starts at a step, including that step. Such
 * a maximum exists because a flow has no cycles.
 */
function screensFrom(flow: FlowFile, start: string, counts: (step: Step) => boolean): number {
  const known = new Map<string, number>();
  const from = (id: string): number => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const step = flow.steps[id];
    if (step === undefined) return 0;
    const here = isScreen(step) && counts(step) ? 1 : 0;
    const most = here + Math.max(0, ...nextOf(step).map(({ to }) => from(to)));
    known.set(id, most);
    return most;
  };
  return from(start);
}

/** Returns true if a step asks the person for input. */
function isScreen(step: Step | undefined): boolean {
  return step !== undefined && (hasForm(step) || step.kind === "review" || step.kind === "challenge");
}
