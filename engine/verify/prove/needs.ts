import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { confirmationOf, type Node, successors } from "../model/index.ts";
import { checksOf, contestedAt, type FlowSpace, passedPath, ruleReference } from "./flow-space.ts";
import type { Suppliers } from "./suppliers.ts";

/**
 * Variables that are read from a step on. `all`: on arrival or later. `inside`: within the step or later.
 * `after`: after the step.
 */
export type Needs = {
  readonly all: ReadonlySet<number>;
  readonly inside: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
};

/**
 * Computes for each step the variables that the step or a later step reads. Proceeds backwards from the ends.
 */
export function needsOf(
  flow: FlowSpace,
  suppliers: Suppliers,
  order: readonly string[],
): ReadonlyMap<string, Needs> {
  const { definition, space } = flow;
  const needs = new Map<string, Needs>();
  for (const id of [...order].reverse()) {
    const step = definition.flow.steps[id] as Step;
    const beyond = new Set<number>();
    for (const next of successors(definition, id))
      for (const level of needs.get(next)?.all ?? []) beyond.add(level);
    const after = new Set(beyond);
    nextOf(step).forEach((_, index) => {
      const condition = flow.conditionOf(id, index);
      if (condition) addSupport(after, space.diagramOf(condition));
    });
    if (asksAt(definition, step))
      for (const mending of flow.remembered) after.add(space.levelOf(passedPath(mending)) as number);
    if (step.kind === "effect" || step.kind === "wait") addGifts(after);
    const inside = new Set(after);
    for (const rule of checksOf(definition, id)) addSupport(inside, space.diagramOf(ruleReference(rule)));
    const { unless } = confirmationOf(definition, id) ?? {};
    if (unless !== undefined) addSupport(inside, space.diagramOf(ruleReference(unless)));
    for (const { path } of [...flow.needed(id), ...contestedAt(definition, id)])
      addSupport(inside, space.diagramOf(flow.absent(path)));
    if (step.kind === "wait" && step.until !== undefined)
      addSupport(inside, space.diagramOf(flow.absent(step.until)));
    const all = new Set(inside);
    addGifts(all);
    needs.set(id, { all, inside: all, after });
  }
  return needs;

  function addSupport(levels: Set<number>, node: Node): void {
    for (const level of space.diagrams.support(node)) levels.add(level);
  }

  /**
   * Adds the variables that determine the values of other variables: arguments of facts, and the values from
   * which derived values are computed.
   */
  function addGifts(levels: Set<number>): void {
    for (const name of [...suppliers.functions].reverse())
      for (const level of suppliers.derived(name).levels)
        if (levels.has(level)) addSupport(levels, suppliers.derived(name).law);
    for (const fact of suppliers.facts) {
      const supply = suppliers.fact(fact);
      if ([...supply.levels].some((level) => levels.has(level))) addSupport(levels, supply.reads);
    }
  }
}

function asksAt(definition: Definition, step: Step): boolean {
  return nextOf(step).some(
    ({ when }) => typeof when === "string" && definition.rules[when]?.onMissing === "ask",
  );
}
