import { nextOf } from "../../flow/step-kinds.ts";
import type { CheckedRule } from "../../rules/program.ts";
import type { Node } from "../model/index.ts";
import { type FlowSpace, passedPath } from "./flow-space.ts";
import type { Suppliers, Supply } from "./suppliers.ts";

/**
 * How a `next` entry divides the people at a step. `taken`: those who take the entry. `stays`: those whom a
 * rule with `ask` sends back to an earlier form.
 */
export type Entry = { readonly taken: Node; readonly stays: Node };

/** Evaluates a diagram at a step. Values that people have not given there yet are missing. */
export type Reading = (node: Node) => Node;

/** Returns who takes a `next` entry and whom its rule sends back to an earlier form. */
export function entryOf(flow: FlowSpace, id: string, index: number, reading: Reading): Entry {
  const { definition, space } = flow;
  const { diagrams } = space;
  const condition = flow.conditionOf(id, index);
  if (condition === null) return { taken: diagrams.yes, stays: diagrams.no };
  const truth = reading(space.diagramOf(condition));
  const holds = diagrams.where(truth, true);
  const step = definition.flow.steps[id];
  const when = step && nextOf(step)[index]?.when;
  const rule = typeof when === "string" ? definition.rules[when] : undefined;
  if (rule === undefined || rule.onMissing === "refuse") return { taken: holds, stays: diagrams.no };
  const unknown = diagrams.where(truth, undefined);
  if (rule.onMissing === "allow") return { taken: diagrams.either(holds, unknown), stays: diagrams.no };
  return { taken: holds, stays: diagrams.both(unknown, mendable(flow, { rule: rule.id, id }, reading)) };
}

/**
 * Returns the people who can still answer an unknown clause, at a form that they have passed and that is not
 * frozen.
 */
function mendable(
  flow: FlowSpace,
  { rule, id }: { readonly rule: string; readonly id: string },
  reading: Reading,
): Node {
  const { space } = flow;
  const { diagrams } = space;
  const { clauses } = flow.rules.get(rule) as Extract<CheckedRule, { readonly kind: "must" }>;
  let set = diagrams.no;
  for (const { mend, logic } of clauses) {
    const [root, step] = mend.split(".") as [string, string];
    if (root !== "answers") continue;
    const unknown = diagrams.where(reading(space.diagramOf(logic)), undefined);
    const here = step === id ? diagrams.yes : reading(isPassed(flow, step));
    set = diagrams.either(set, diagrams.both(unknown, here));
  }
  return set;
}

/** Returns the people who have passed a form and can still change their answer. */
export function isPassed({ space }: FlowSpace, step: string): Node {
  const level = space.levelOf(passedPath(step));
  return level === undefined
    ? space.diagrams.no
    : space.diagrams.ask(level, [space.diagrams.yes, space.diagrams.no]);
}

/**
 * Returns what the form of a step supplies: answers, facts that depend on the answers, and derived values
 * that depend on both.
 */
export function suppliesOf(suppliers: Suppliers, step: string): readonly Supply[] {
  const facts = suppliers.factsOf(step);
  const made = suppliers.functions.filter((name) => suppliers.madeOf(name, { step, facts: new Set(facts) }));
  return [suppliers.answers(step), ...facts.map(suppliers.fact), ...made.map(suppliers.derived)];
}

/**
 * Returns the people whom a rule lets pass at a step: the rule holds for them, or it is unknown and its
 * `onMissing` is `allow`.
 */
export function keepersOf(flow: FlowSpace, rule: string, reading: Reading): Node {
  const { diagrams } = flow.space;
  const truth = reading(flow.space.ruleOf(rule));
  const unknown = diagrams.where(truth, undefined);
  const allowed = flow.definition.rules[rule]?.onMissing === "allow" ? unknown : diagrams.no;
  return diagrams.either(diagrams.where(truth, true), allowed);
}
