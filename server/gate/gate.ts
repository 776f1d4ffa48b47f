import { addressesWith } from "../../domain/pages.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { checkLinks, looseEnds, withCauses } from "../../engine/verify/lint/index.ts";
import { prove, rulesIn } from "../../engine/verify/prove/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import { spoken } from "../../engine/verify/words/index.ts";
import { changedRules, differencesOf, introducedBy } from "../differences/index.ts";
import { sha256 } from "../sha256.ts";
import {
  assess,
  compileModule,
  type Files,
  hashesOf,
  NAMES,
  type Unsound,
  unsound,
} from "../sources/index.ts";
import { addressTaken } from "./address-taken.ts";
import { assumedIn } from "./assumed-in.ts";
import { changedOffers } from "./changed-offers.ts";
import { gateEdition } from "./gate-edition.ts";
import type { GateInput, Passed } from "./judged.ts";
import { checkAgainstOracle, disagreementsIn } from "./oracle-check.ts";
import { requiredRules } from "./required-rules.ts";
import { coverageOfRules } from "./rule-coverage.ts";
import { checkRuleDates } from "./rule-dates.ts";
import { titleTaken } from "./title-taken.ts";

/**
 * Loads, verifies and proves a flow's files and compares them with the previous version. Measures the case
 * coverage of changed rules, and compares these rules with json-logic-js. An error rejects the version;
 * warnings are kept as evidence.
 */
export async function gate(given: GateInput): Promise<Passed | Unsound> {
  const { flow, files, edition } = given;
  const assessed = assess(flow, files);
  if (assessed.kind === "unsound") return assessed;
  const { definition, hash } = assessed;
  const before = given.before === null ? null : definitionOf(flow, given.before);
  const fileOf = rulesIn({ flow, files });
  const ordinary = readOrdinary(files);

  const findings = withCauses(
    [
      ...assessed.findings,
      ...(given.keepsOffers ? changedOffers(flow, given.before ?? {}, files) : []),
      ...looseEnds(definition, { flow, files }, NAMES),
      ...checkRuleDates(given.before ?? given.base ?? {}, files, given.today),
      ...addressTaken(definition, given.taken ?? {}),
      ...titleTaken(definition, given.titles ?? {}),
      ...(given.before === null ? requiredRules(definition, files, given.beside ?? [], fileOf) : []),
      ...checkLinks(definition, { flows: given.flows, pages: addressesWith("linked") }, fileOf),
      ...prove(definition, { before, fileOf, ordinary }),
    ],
    definition,
  );
  if (findings.some(({ severity }) => severity === "error")) return unsound(findings);

  // Shared rules that a new flow uses unchanged were already judged with other flows.
  const changed = changedRules(before, definition).filter(
    (rule) => before !== null || isOwn(rule, given, fileOf),
  );
  const oracle = checkAgainstOracle(definition, changed);
  const disagreements = disagreementsIn(oracle, fileOf);
  if (disagreements.length > 0) return unsound(disagreements);

  const { source: module } = await compileModule(definition, hash);
  return {
    kind: "passed",
    definition,
    module,
    judged: {
      files: hashesOf(files),
      hash,
      module: sha256(module),
      compiler: edition,
      engine: ENGINE,
      findings: findings.map(spoken),
      invariants: definition.flow.invariants,
      assumptions: assumedIn(definition),
      differences: before === null ? null : differencesOf(before, definition, { ordinary }),
      introduced: before === null && given.base ? introducedBy(definition, changed) : null,
      coverage: coverageOfRules(definition, changed),
      oracle,
    },
  };
}

// The edition is computed once at start, because the thread runs the code with which it started.
const ENGINE = gateEdition();

/**
 * Returns whether a new flow brought or changed this rule. If the shared files are unknown, returns true for
 * every rule.
 */
function isOwn(rule: string, { base = {}, files }: GateInput, fileOf: (rule: string) => string): boolean {
  const file = fileOf(rule);
  return canonicalJson(base[file] ?? null) !== canonicalJson(files[file] ?? null);
}

/**
 * Loads a published version with the current loader. Returns null if the loader rejects it; there is then
 * nothing to compare with.
 */
function definitionOf(flow: string, files: Files): Definition | null {
  const assessed = assess(flow, files);
  return assessed.kind === "sound" ? assessed.definition : null;
}
