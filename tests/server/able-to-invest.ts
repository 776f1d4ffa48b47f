import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../domain/formats.ts";
import { compileRules, type RuleSource, typesOfSchema } from "../../engine/rules/index.ts";
import type { RuleFile } from "../../engine/rules/rule.ts";
import type { JsonObject, JsonSchema } from "../../engine/values/json.ts";

/**
 * Function that evaluates the rule `able-to-invest` from its file, for rooms that are tested without
 * published definitions.
 */
export type AbleToInvest = (investor: JsonObject) => Promise<boolean>;

const RULE = "flows/shared/rules/able-to-invest.json";

/** Compiles the rule from its file. Throws with every finding if the rule has errors. */
export function compileAbleToInvest(rootDir: string): AbleToInvest {
  const read = (path: string) => JSON.parse(readFileSync(join(rootDir, path), "utf8"));
  const rule: RuleSource = { file: RULE, rule: read(RULE) as RuleFile };
  const common = commonSchemas(rootDir);
  const facts = read("flows/shared/facts.json") as { readonly investor: { readonly schema: JsonSchema } };
  const compiled = compileRules({
    rules: [rule],
    conditions: {},
    types: typesOfSchema(facts.investor.schema, {
      prefix: "facts.investor",
      resolve: (ref) => common.get(ref),
      formats,
    }),
    formats,
  });
  if (!compiled.ok) throw new Error(`compileAbleToInvest: ${JSON.stringify(compiled.error)}`);
  const holds = compiled.value.must["able-to-invest"];
  if (holds === undefined) throw new Error(`compileAbleToInvest: ${RULE} has no clauses`);
  return async (investor) =>
    holds({ answers: {}, facts: { investor }, derived: {}, effects: {}, flags: {} }).kind === "holds";
}

function commonSchemas(rootDir: string): ReadonlyMap<string, JsonSchema> {
  const folder = join(rootDir, "schemas", "common");
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => {
        const schema = JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonSchema;
        return [String(schema.$id), schema];
      }),
  );
}
