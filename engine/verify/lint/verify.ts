import type { Definition, DefinitionSource } from "../../flow/definition.ts";
import { readDefinition } from "../../flow/read-definition.ts";
import { ruleFileOf } from "../../flow/rules-named.ts";
import type { Trade } from "../../flow/trade.ts";
import type { Finding } from "../../rules/rule.ts";
import { fail, ok, type Result } from "../../values/result.ts";
import { checkAccess } from "./check-access.ts";
import { checkAsking } from "./check-asking.ts";
import { checkAssumptions } from "./check-assumptions.ts";
import { checkCodes } from "./check-codes.ts";
import { checkEffects } from "./check-effects.ts";
import { checkEntries } from "./check-entries.ts";
import { checkFailures } from "./check-failures.ts";
import { checkFitting } from "./check-fitting.ts";
import { checkGraph } from "./check-graph.ts";
import { checkHeard } from "./check-heard.ts";
import { checkAnswered, checkExchanged, checkInputs } from "./check-inputs.ts";
import { checkLanguage } from "./check-language.ts";
import { checkLiterals } from "./check-literals.ts";
import { checkMeanings } from "./check-meanings.ts";
import { checkNames } from "./check-names.ts";
import { checkOutcomes, checkWaitEnds } from "./check-outcomes.ts";
import { checkPlaces } from "./check-places.ts";
import { checkPrefill } from "./check-prefill.ts";
import { checkReferences } from "./check-references.ts";
import { checkRoles } from "./check-roles.ts";
import { checkMends, checkRoutes } from "./check-routes.ts";
import { checkRules } from "./check-rules.ts";
import { checkSameWords } from "./check-same-words.ts";
import { checkSchemas } from "./check-schemas.ts";
import { checkScores } from "./check-scores.ts";
import { checkSecrets, checkUnreadSecrets } from "./check-secrets.ts";
import { checkShows } from "./check-shows.ts";
import { checkSpelledLabels } from "./check-spelled-labels.ts";
import { checkPlaceholders, checkTexts } from "./check-texts.ts";
import { checkThresholds } from "./check-thresholds.ts";
import { checkUnused } from "./check-unused.ts";
import { checkWaits } from "./check-waits.ts";
import { checkWording } from "./check-wording.ts";
import { type Check, findingOf } from "./fault.ts";
import type { Names } from "./names.ts";

const checks: readonly Check[] = [
  checkReferences,
  checkGraph,
  checkSchemas,
  checkPlaces,
  checkLiterals,
  checkCodes,
  checkPrefill,
  checkEntries,
  checkRoles,
  checkEffects,
  checkAccess,
  checkFailures,
  checkSecrets,
  checkTexts,
];

/**
 * Checks for faults of a valid flow that would mislead or harm people. The findings of these checks are
 * errors.
 */
const harmful: readonly Check[] = [
  checkFitting,
  checkShows,
  checkMeanings,
  checkExchanged,
  checkAnswered,
  checkRoutes,
  checkOutcomes,
  checkPlaceholders,
  checkThresholds,
  checkUnreadSecrets,
  checkHeard,
  checkWaits,
  checkSameWords,
];

/** Checks for likely mistakes in a valid flow. The findings of these checks are warnings. */
const odd: readonly Check[] = [checkWaitEnds, checkInputs, checkWording];

/** Returns all faults of a flow's files. The list is empty if the definition can be loaded. */
export function verify(
  source: DefinitionSource,
  trade: Trade,
): {
  readonly definition: Definition | null;
  readonly findings: readonly Finding[];
} {
  const { definition, findings } = readDefinition(source, trade);
  if (definition === null) return { definition, findings };
  const fileOf = ruleFiles(source, definition);
  return {
    definition,
    findings: [
      ...findings,
      ...checkRules(definition, fileOf),
      ...[...checks.flatMap((check) => check(definition)), ...checkAssumptions(definition, fileOf)].map(
        (fault) => findingOf(definition, fault),
      ),
    ],
  };
}

/**
 * Returns faults of a definition that can be loaded. Errors: inputs that do not accept every possible value,
 * screens that show values that may be missing, unknown names. Warnings: failures that end with the outcome
 * "done", inputs that read the value of another input, unused names and files, groups out of order, texts
 * with different numbers in the two languages.
 */
export function looseEnds(
  definition: Definition,
  source: DefinitionSource,
  names: Names,
): readonly Finding[] {
  const fileOf = ruleFiles(source, definition);
  return [
    ...[
      ...harmful.flatMap((check) => check(definition)),
      ...checkNames(definition, names),
      ...checkLanguage(definition, names),
      ...checkMends(definition, fileOf),
      ...checkAsking(definition, fileOf),
      ...checkScores(definition, fileOf),
    ].map((fault) => findingOf(definition, fault)),
    ...[
      ...odd.flatMap((check) => check(definition)),
      ...checkSpelledLabels(definition, source),
      ...checkUnused(definition, Object.keys(source.files)),
    ].map((fault): Finding => ({ ...findingOf(definition, fault), severity: "warning" })),
  ];
}

/**
 * Reports names that code does not offer. These findings are independent of other faults, so they are
 * reported even if a flow cannot be loaded.
 */
export function unknownNames(definition: Definition, names: Names): readonly Finding[] {
  return checkNames(definition, names).map((fault) => findingOf(definition, fault));
}

/**
 * Reads a flow's files into a definition that can be compiled: checked, frozen, plain JSON. If any finding is
 * an error, the function fails and returns all findings. Warnings do not prevent loading.
 */
export function load(source: DefinitionSource, trade: Trade): Result<Definition, readonly Finding[]> {
  const looked = verified(source, trade);
  return looked.kind === "sound" ? ok(looked.definition) : fail(looked.findings);
}

/**
 * The result of reading a flow's files: a frozen definition that can be compiled, with its warnings;
 * otherwise the errors.
 */
export type Verified =
  | { readonly kind: "sound"; readonly definition: Definition; readonly findings: readonly Finding[] }
  | {
      readonly kind: "unsound";
      readonly definition: Definition | null;
      readonly findings: readonly Finding[];
    };

/** Does the work of `load` and `verify` in one pass. */
export function verified(source: DefinitionSource, trade: Trade): Verified {
  const { definition, findings } = verify(source, trade);
  return definition === null || findings.some((finding) => finding.severity === "error")
    ? { kind: "unsound", definition, findings }
    : { kind: "sound", definition: freeze(definition), findings };
}

/** Returns the file of a rule, or the file where a missing rule should be. */
function ruleFiles(source: DefinitionSource, { flow }: Definition): (rule: string) => string {
  return (rule) => ruleFileOf(source, flow.id, rule) ?? `flows/${flow.id}/rules/${rule}.json`;
}

function freeze<Value>(value: Value): Value {
  // A value that is not an object counts as frozen.
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value as object)) freeze(inner);
  return value;
}
