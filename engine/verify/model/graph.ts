import type { Definition } from "../../flow/definition.ts";
import { targetsOf } from "../../flow/step-kinds.ts";

/** Steps that a step leads on to: `reopen` goes back and is no edge. */
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

/** Every step that can be reached from one, itself included. `onward` may say otherwise where a step leads. */
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

/** Whether a step can be reached from the start on a way that avoids another step. */
export function reachesWithout(definition: Definition, target: string, avoided: string): boolean {
  const { start } = definition.flow;
  if (start === avoided) return false;
  const onward = (id: string) => (id === avoided ? [] : successors(definition, id));
  return reachableFrom(definition, start, onward).has(target);
}

/** Whether a step can be reached by people who leave each of these, if at all, only by its errors. */
export function reachesPast(definition: Definition, target: string, left: ReadonlySet<string>): boolean {
  const onward = (id: string) => (left.has(id) ? errorsLeadFrom(definition, id) : successors(definition, id));
  return reachableFrom(definition, definition.flow.start, onward).has(target);
}

/**
 * Whether a step can be reached without a value that another step gives: an answer where a way avoids that step, an output
 * of an effect or a wait also where that one is left by an error or after its time.
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

/** Where a step leads by its errors, or after its time. */
function errorsLeadFrom({ flow }: Definition, id: string): readonly string[] {
  const step = flow.steps[id];
  if (step === undefined) return [];
  return targetsOf(id, step)
    .filter(({ how, to }) => how === "route" && Object.hasOwn(flow.steps, to))
    .map(({ to }) => to);
}
