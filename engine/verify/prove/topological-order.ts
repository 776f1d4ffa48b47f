import type { Definition } from "../../flow/definition.ts";
import { successors } from "../model/index.ts";

/** Returns all steps in an order in which each step comes after the steps that lead to it. */
export function inTopologicalOrder(definition: Definition): readonly string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  const open: { readonly id: string; readonly rest: string[] }[] = [];
  const enter = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    open.push({ id, rest: [...successors(definition, id)] });
  };
  for (const id of [definition.flow.start, ...Object.keys(definition.flow.steps)]) {
    enter(id);
    while (open.length > 0) {
      const top = open[open.length - 1] as (typeof open)[number];
      const next = top.rest.pop();
      if (next !== undefined) enter(next);
      else {
        done.push(top.id);
        open.pop();
      }
    }
  }
  return done.reverse();
}
