import { baht } from "../../../../domain/decimals.ts";
import { formats } from "../../../../domain/formats.ts";
import type { Logic, RuleCase, RuleFile } from "../../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../../engine/rules/types.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { type Coverage, coverageOf } from "../../../../engine/verify/coverage/index.ts";
import { type DomainOf, domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import { value as gives, must, ruleFile } from "../../fixtures/parts.ts";

/** Types of the data paths that the rules of these tests can read. */
export const TYPES: TypeEnv = {
  "facts.p.yes": { kind: "boolean" },
  "facts.p.sure": { kind: "boolean" },
  "facts.p.age": { kind: "integer" },
  "facts.p.count": { kind: "integer" },
  "facts.p.level": { kind: "integer", values: [1, 3] },
  "facts.p.score": { kind: "number" },
  "facts.p.name": { kind: "string" },
  "facts.p.born": { kind: "date" },
  "facts.p.list": { kind: "list", item: { kind: "string" } },
  "answers.a.amount": { kind: "decimal", of: baht },
  "answers.a.least": { kind: "decimal", of: baht },
};
export const YES = { var: "facts.p.yes" };
export const SURE = { var: "facts.p.sure" };
export const AGE = { var: "facts.p.age" };
export const COUNT = { var: "facts.p.count" };
export const AMOUNT = { var: "answers.a.amount" };
export const LEAST = { var: "answers.a.least" };
export const ADULT = { ">=": [AGE, 20] };

/** Returns a rule named `x` with these conditions as clauses. */
export const rule = (
  logic: readonly Logic[],
  cases: readonly RuleCase[],
  more: JsonObject = {},
): RuleFile => ({
  ...ruleFile("x", must(logic, more)),
  cases,
});

/** Returns a rule named `x` that returns a value. */
export const value = (logic: Logic, cases: readonly RuleCase[], type: string = "integer"): RuleFile => ({
  ...ruleFile("x", gives({ type }, logic)),
  cases,
});

/** Returns a user's data with these values of the fact `p`. */
export const p = (known: JsonObject): JsonObject => ({ facts: { p: known } });

/** Returns a user's data with these answers. */
export const a = (known: JsonObject): JsonObject => ({ answers: { a: known } });

/** Returns cases with this data. The expected result does not affect coverage. */
export const cases = (...people: readonly JsonObject[]): readonly RuleCase[] =>
  people.map((given) => ({ why: "somebody", given, expect: true }));

/** A case without values, because a rule without cases does not load. */
export const NOBODY = cases({});

/** Returns the value domains of the types, narrowed by these schemas. */
export const narrowed =
  (schemas: { readonly [path: string]: JsonSchema }): DomainOf =>
  (path) => {
    const domain = domainsOfTypes(TYPES, formats)(path);
    return domain && { ...domain, schema: { ...domain.schema, ...schemas[path] } };
  };

type Around = { readonly others?: readonly RuleFile[]; readonly domainOf?: DomainOf };

/** Returns the coverage of a rule by its cases. `others` are the rules beside it. */
export function coverage(
  of: RuleFile,
  { others = [], domainOf = domainsOfTypes(TYPES, formats) }: Around = {},
): Coverage {
  const rules = [...others, of].map((one) => ({ file: `${one.id}.json`, rule: one }));
  const found = coverageOf({ rules, conditions: {}, types: TYPES, formats }, domainOf).find(
    ({ rule }) => rule === of.id,
  );
  if (found === undefined) throw new Error("the rule does not load");
  return found;
}

/**
 * Returns one line for each condition (when it holds, when it fails), then one for each threshold (below, at,
 * above).
 */
export function told({ conditions, thresholds }: Coverage): readonly string[] {
  return [
    ...conditions.map(({ whenTrue, whenFalse }) => `${whenTrue} ${whenFalse}`),
    ...thresholds.map(({ under, at, over }) => `${under} ${at} ${over}`),
  ];
}

/** Reasons why a case is missing. */
export const HOLDS = "the condition alone decides, and it holds";
export const FAILS = "the condition alone decides, and it does not hold";

/** A missing case: its reason, the user's data, and the rule's current result. */
export type Row = readonly [why: string, given: JsonObject, expect: Json];

export const missing = (of: RuleFile, around?: Around): readonly Row[] =>
  coverage(of, around).missing.map(({ why, given, expect }) => [why, given, expect] as const);
