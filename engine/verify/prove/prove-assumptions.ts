import { type Assumption, assumptionsOf } from "../../flow/assumptions.ts";
import type { Definition } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { checkProgram } from "../../rules/program.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import {
  allMissing,
  assumedExpression,
  complement,
  createSpace,
  domainsOf,
  levelsBelow,
  possibleIn,
  requiredLaw,
  sampledWhy,
  whyNot,
} from "../model/index.ts";

/**
 * Reports assumptions that contradict the schema of their fact. With such an assumption, everything could be
 * proved. Also reports assumptions that are not decided for every value, because no proof can use them.
 */
export function proveAssumptions(
  definition: Definition,
  fileOf: (rule: string) => string,
  budget: number,
): readonly Finding[] {
  const all = assumptionsOf(definition);
  return [...new Set(all.map(({ assumes }) => assumes))].flatMap((fact) =>
    aboutFact(
      { definition, fileOf, budget },
      fact,
      all.filter(({ assumes }) => assumes === fact),
    ),
  );
}

type Proving = {
  readonly definition: Definition;
  readonly fileOf: (rule: string) => string;
  readonly budget: number;
};

function aboutFact(
  { definition, fileOf, budget }: Proving,
  fact: string,
  assumptions: readonly Assumption[],
): readonly Finding[] {
  const assumed = assumptions.map(({ id }) => ({ id, fact }));
  const expressions = assumed.map(assumedExpression);
  const rules = assumptions.map(({ id }) => id);
  const spot = { file: fileOf(rules[0] as string), pointer: "/must" };
  try {
    const space = createSpace({
      rules: checkProgram(ruleSetOf(definition)).program.rules,
      expressions,
      domainOf: domainsOf(definition),
      budget,
    });
    const why = sampledWhy(space, expressions);
    if (why !== null) return [errorAt(spot, { key: "not-proved.assumption", params: { rules, why } })];
    const { diagrams } = space;
    const place = `facts.${fact}`;
    const someone = diagrams.both(
      complement(space, allMissing(space, levelsBelow(space, place))),
      requiredLaw(space, definition.facts[fact]?.schema ?? {}, place),
    );
    if (diagrams.both(possibleIn(space, assumed), someone) !== diagrams.no) return [];
    return [errorAt(spot, { key: "assumption-impossible", params: { fact, rules } })];
  } catch (error) {
    return [errorAt(spot, { key: "not-proved.assumption", params: { rules, why: whyNot(error) } })];
  }
}
