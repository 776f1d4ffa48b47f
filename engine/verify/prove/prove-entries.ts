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
import { mustBeExact } from "./rule-findings.ts";

/** Conditions of places of entry by which nobody is offered the link, or everybody; those that are rules are proved as rules. */
export function proveEntries(definition: Definition, budget: number): readonly Finding[] {
  const { entries = [] } = definition.flow;
  if (entries.length === 0) return [];
  const { program } = checkProgram(ruleSetOf(definition));
  const file = `flows/${definition.flow.id}/flow.json`;
  return entries.flatMap(({ place }, index): readonly Finding[] => {
    const condition = program.conditions.find(({ key }) => key === entryKey(index))?.logic;
    if (condition === undefined) return [];
    const spot = { file, pointer: `/entries/${index}/when` };
    try {
      const offered = whoIsOffered({ definition, rules: program.rules, budget }, condition);
      if (offered === "some") return [];
      const key = offered === "nobody" ? "entry-never" : "entry-always";
      return [errorAt(spot, { key, params: { place } })];
    } catch (error) {
      return [warningAt(spot, { key: "not-proved.condition", params: { why: whyNot(error) } })];
    }
  });
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
