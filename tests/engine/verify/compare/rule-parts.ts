import { formats } from "../../../../domain/formats.ts";
import type { Logic, RuleFile } from "../../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../../engine/rules/types.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import type { ChangedClass } from "../../../../engine/verify/compare/changed-classes.ts";
import { compareRules, type RuleComparison } from "../../../../engine/verify/compare/compare-rules.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import { value as gives, ruleFile } from "../../fixtures/parts.ts";

export const TYPES: TypeEnv = {
  "facts.p.yes": { kind: "boolean" },
  "facts.p.sure": { kind: "boolean" },
  "facts.p.level": { kind: "integer", values: [1, 2, 3] },
  "facts.p.age": { kind: "integer" },
  "flags.on": { kind: "boolean" },
};
export const YES = { var: "facts.p.yes" };
export const SURE = { var: "facts.p.sure" };
export const LEVEL = { var: "facts.p.level" };
export const AGE = { var: "facts.p.age" };

/** Returns a rule with the id `x` and these clauses. */
export function must(clauses: { readonly [id: string]: Logic }, more: Partial<RuleFile> = {}): RuleFile {
  const list = Object.entries(clauses).map(([id, logic]) => ({ id, reason: "r", mend: "none", logic }));
  return ruleFile("x", { must: list, ...(more as JsonObject) });
}

export const value = (logic: Logic, type: JsonObject = { type: "integer" }): RuleFile =>
  ruleFile("x", gives(type, logic));

export function compare(
  before: RuleFile,
  after: RuleFile,
  more: { readonly budget?: number } = {},
): RuleComparison {
  return compareRules(
    { rule: before },
    { rule: after },
    { types: TYPES, formats, domainOf: domainsOfTypes(TYPES, formats), ...more },
  );
}

export function different(comparison: RuleComparison): Extract<RuleComparison, { kind: "different" }> {
  if (comparison.kind !== "different") throw new Error(JSON.stringify(comparison));
  return comparison;
}

/** Returns each class as `from → to: users`, with the values at their data paths. */
export const classLines = (classes: readonly ChangedClass[]): readonly string[] =>
  classes.map(({ from, to, cubes }) => {
    const who = cubes.map((cube) =>
      cube
        .map(
          ({ variable, cells }) =>
            `${variable.path.slice("facts.p.".length)}=${cells.map((cell) => cell.value ?? "-").join("/")}`,
        )
        .join(" "),
    );
    return `${from} → ${to}: ${who.join("; ")}`;
  });
