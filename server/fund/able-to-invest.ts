import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applyOnMissing, compileRules, typesOfSchema } from "../../engine/rules/index.ts";
import type { RuleFile, Scope } from "../../engine/rules/rule.ts";
import type { JsonObject, JsonSchema } from "../../engine/values/json.ts";

const rulePath = "flows/shared/rules/able-to-invest.json";

/**
 * Reads the rule `able-to-invest` and answers a function that applies it to the fact `investor`.
 * Throws where the rule or the fact's schema is unsound: nobody could place an order then.
 */
export function createAbleToInvest(rootDir: string): (investor: JsonObject) => boolean {
  const read = (path: string) => JSON.parse(readFileSync(join(rootDir, path), "utf8"));
  const rule: RuleFile = read(rulePath);
  const facts = read("flows/shared/facts.json") as { readonly investor: { readonly schema: JsonSchema } };
  const types = typesOfSchema(facts.investor.schema, {
    prefix: "facts.investor",
    resolve: (ref) => (ref.startsWith("common/") ? read(`schemas/${ref}.json`) : undefined),
  });
  const compiled = compileRules({ rules: [{ file: rulePath, rule }], conditions: {}, types });
  if (!compiled.ok)
    throw new Error(`createAbleToInvest: ${compiled.error.map((finding) => finding.what).join("; ")}`);
  const truth = compiled.value.truth[rule.id];
  if (truth === undefined) throw new Error(`createAbleToInvest: ${rulePath} is no rule of clauses`);
  return (investor) => {
    const scope: Scope = { answers: {}, facts: { investor }, derived: {}, effects: {}, flags: {} };
    return applyOnMissing(truth(scope), rule.onMissing) === "holds";
  };
}
