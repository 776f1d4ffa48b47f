import { nextOf } from "../../flow/step-kinds.ts";
import type { CheckedRule } from "../../rules/program.ts";
import type { Node } from "../model/index.ts";
import { type FlowSpace, passedPath } from "./flow-space.ts";
import type { Suppliers, Supply } from "./suppliers.ts";

/** Who takes an entry of `next`, and who is kept at an earlier form by a rule that asks. */
export type Entry = { readonly taken: Node; readonly stays: Node };

/** How a diagram is read where somebody stands: what nobody has given there yet is missing. */
export type Reading = (node: Node) => Node;

/** Who takes an entry of `next`, and who is kept at an earlier form by a rule that asks. */
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

/** Where an unknown clause can be mended at a form that was passed and is not frozen. */
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

/** Who has passed a form, and may still change what they answered there. */
export function isPassed({ space }: FlowSpace, step: string): Node {
  const level = space.levelOf(passedPath(step));
  return level === undefined
    ? space.diagrams.no
    : space.diagrams.ask(level, [space.diagrams.yes, space.diagrams.no]);
}

/** What a step gives by its form: answers, the facts that hang on them, and what is made of both. */
export function suppliesOf(suppliers: Suppliers, step: string): readonly Supply[] {
  const facts = suppliers.factsOf(step);
  const made = suppliers.functions.filter((name) => suppliers.madeOf(name, { step, facts: new Set(facts) }));
  return [suppliers.answers(step), ...facts.map(suppliers.fact), ...made.map(suppliers.derived)];
}

/** Who keeps a rule at a step, or of whom it need not be known. */
export function keepersOf(flow: FlowSpace, rule: string, reading: Reading): Node {
  const { diagrams } = flow.space;
  const truth = reading(flow.space.ruleOf(rule));
  const unknown = diagrams.where(truth, undefined);
  const allowed = flow.definition.rules[rule]?.onMissing === "allow" ? unknown : diagrams.no;
  return diagrams.either(diagrams.where(truth, true), allowed);
}
