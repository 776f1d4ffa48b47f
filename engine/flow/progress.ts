import type { Compiled } from "./compiled.ts";
import type { Walk } from "./walk.ts";

/** How far the person is, in the flow's numbered groups; `null` where a flow has none. */
export type Progress = {
  readonly group: string;
  /** From 1. */
  readonly index: number;
  readonly of: number;
  /** About how many minutes are left; `null` where the flow does not say. */
  readonly minutesLeft: number | null;
} | null;

/** Where a walk stands among the groups: the group of its step, or of the last step passed that has one. */
export function progressOf(compiled: Compiled, walk: Walk): Progress {
  const { groups, minutes, steps } = compiled.definition.flow;
  if (groups === undefined || groups.length === 0) return null;
  const passed = [...walk.trail.map(({ step }) => step), walk.at.step];
  const group = passed.map((step) => steps[step]?.group).findLast((name) => name !== undefined) ?? groups[0];
  if (group === undefined) return null;
  const index = groups.indexOf(group) + 1;
  const done = walk.at.kind === "end" && walk.at.outcome === "done";
  const share = done ? 0 : (groups.length - index + 1) / groups.length;
  return {
    group,
    index,
    of: groups.length,
    minutesLeft: minutes === undefined ? null : Math.ceil(minutes * share),
  };
}
