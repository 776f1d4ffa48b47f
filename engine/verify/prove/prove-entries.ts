import type { Definition } from "../../flow/definition.ts";
import { entryKey, ruleSetOf } from "../../flow/rule-set.ts";
import type { Expression } from "../../rules/expression.ts";
import { type CheckedRule, checkProgram } from "../../rules/program.ts";
import { errorAt, warningAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import {
  assumedAbout,
  assumedExpression,
  createSpace,
  domainsOf,
  pathsRead,
  possibleIn,
  referencesOf,
  rootSchema,
  whyNot,
} from "../model/index.ts";
import { flowSpaceOf, ruleReference } from "./flow-space.ts";
import { mustBeExact } from "./rule-findings.ts";
import { walkSymbolically } from "./symbolic-walk.ts";

/**
 * Reports a condition of a portal entry that offers the link to no person or to everyone. If the condition is
 * a rule, the proofs about rules cover it. Also warns if the condition only hides the link: people who open
 * the address without the link get equally far.
 */
export function proveEntries(definition: Definition, budget: number): readonly Finding[] {
  const { entries = [] } = definition.flow;
  if (entries.length === 0) return [];
  const { program } = checkProgram(ruleSetOf(definition));
  const file = `flows/${definition.flow.id}/flow.json`;
  return entries.flatMap(({ place, when }, index): readonly Finding[] => {
    const inline = program.conditions.find(({ key }) => key === entryKey(index))?.logic;
    const condition = typeof when === "string" ? ruleReference(when) : inline;
    if (condition === undefined) return [];
    const spot = { file, pointer: `/entries/${index}/when` };
    try {
      const offered =
        inline === undefined ? "some" : whoIsOffered({ definition, rules: program.rules, budget }, condition);
      if (offered === "some") {
        const step = reachedAnyway(definition, condition, budget);
        return step === null ? [] : [warningAt(spot, { key: "entry-hides-only", params: { place, step } })];
      }
      const key = offered === "nobody" ? "entry-never" : "entry-always";
      return [errorAt(spot, { key, params: { place } })];
    } catch (error) {
      return [warningAt(spot, { key: "not-proved.condition", params: { why: whyNot(error) } })];
    }
  });
}

/**
 * Returns a step that people can reach although the link is not offered to them. Returns `null` if the flow
 * itself stops all of them.
 */
function reachedAnyway(definition: Definition, condition: Expression, budget: number): string | null {
  const flow = flowSpaceOf(definition, budget, [condition]);
  if ("findings" in flow) return null;
  const { diagrams } = flow.space;
  const others = diagrams.without(diagrams.yes, diagrams.where(flow.space.diagramOf(condition), true));
  const steps = Object.entries(definition.flow.steps);
  const effects = steps.filter(([, { kind }]) => kind === "effect");
  const ends = steps.filter(([, step]) => step.kind === "end" && step.outcome === "done");
  const { sets } = walkSymbolically(flow, {
    only: { step: definition.flow.start, at: "start", set: others },
  });
  const reached = (effects.length > 0 ? effects : ends).find(([id]) => {
    const arrive = sets.get(id)?.arrive;
    return arrive !== undefined && arrive !== diagrams.no;
  });
  return reached?.[0] ?? null;
}

type Known = {
  readonly definition: Definition;
  readonly rules: readonly CheckedRule[];
  readonly budget: number;
};

function whoIsOffered({ definition, rules, budget }: Known, condition: Expression) {
  const places = pathsRead([condition], referencesOf(rules));
  const assumed = assumedAbout(Object.values(definition.rules), places);
  const space = createSpace({
    rules,
    expressions: [condition, ...assumed.map(assumedExpression)],
    domainOf: domainsOf(definition),
    budget,
  });
  const { diagrams } = space;
  const everybody = possibleIn(space, assumed, (path) =>
    rootSchema(definition, ...(path.split(".") as [string, string])),
  );
  const offered = diagrams.both(everybody, diagrams.where(space.diagramOf(condition), true));
  if (offered !== diagrams.no && offered !== everybody) return "some" as const;
  mustBeExact(space, [condition]);
  return offered === diagrams.no ? ("nobody" as const) : ("everybody" as const);
}
