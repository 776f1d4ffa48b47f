import type { Definition } from "../../flow/definition.ts";
import { targetsOf } from "../../flow/step-kinds.ts";

/** Returns the steps that can directly follow a step. Excludes routes that reopen an earlier step. */
export function successors({ flow }: Definition, id: string): readonly string[] {
  const step = flow.steps[id];
  if (step === undefined) return [];
  return [
    ...new Set(
      targetsOf(id, step)
        .filter((target) => target.how !== "reopen" && Object.hasOwn(flow.steps, target.to))
        .map((target) => target.to),
    ),
  ];
}

/**
 * Returns every step that people can reach from a step, including the step itself. `onward` can replace the
 * function that returns the successors of a step.
 */
export function reachableFrom(
  definition: Definition,
  start: string,
  onward: (id: string) => readonly string[] = (id) => successors(definition, id),
): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = Object.hasOwn(definition.flow.steps, start) ? [start] : [];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...onward(id));
  }
  return seen;
}

/** Returns true if a step can be reached from the start on a path that avoids another step. */
export function reachesWithout(definition: Definition, target: string, avoided: string): boolean {
  const { start } = definition.flow;
  if (start === avoided) return false;
  const onward = (id: string) => (id === avoided ? [] : successors(definition, id));
  return reachableFrom(definition, start, onward).has(target);
}

/**
 * Returns true if people can reach a step although they leave each of the steps in `left` only by an error.
 */
export function reachesPast(definition: Definition, target: string, left: ReadonlySet<string>): boolean {
  const onward = (id: string) => (left.has(id) ? errorsLeadFrom(definition, id) : successors(definition, id));
  return reachableFrom(definition, definition.flow.start, onward).has(target);
}

/**
 * Returns true if people can reach a step without a value of another step. An answer is missing on a path
 * that avoids the step with the question. An output of an effect or wait is also missing after an error or a
 * timeout.
 */
export function mayLack(
  definition: Definition,
  target: string,
  { root, from }: { readonly root: string; readonly from: string },
): boolean {
  if (reachesWithout(definition, target, from)) return true;
  if (root !== "effects") return false;
  return errorsLeadFrom(definition, from).some((to) => reachableFrom(definition, to).has(target));
}

/** Returns the steps to which a step's errors and timeout lead. */
function errorsLeadFrom({ flow }: Definition, id: string): readonly string[] {
  const step = flow.steps[id];
  if (step === undefined) return [];
  return targetsOf(id, step)
    .filter(({ how, to }) => how === "route" && Object.hasOwn(flow.steps, to))
    .map(({ to }) => to);
}
