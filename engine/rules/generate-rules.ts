import { fail, type Result } from "../values/result.ts";
import { checkProgram, type RuleSet } from "./program.ts";
import type { Finding } from "./rule.ts";

/** The rule set as the source of an ES module. */
export function generateRules(set: RuleSet): Result<string, readonly Finding[]> {
  return fail(checkProgram(set).findings);
}
