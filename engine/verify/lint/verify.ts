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

/** What misleads or harms somebody in a flow that loads. */
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
  checkSameWords,
];

/** What is odd in a flow that loads. */
const odd: readonly Check[] = [checkWaitEnds, checkInputs, checkWording];

/** Everything wrong with a flow's files; none where the definition is sound as far as loading checks it. */
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
 * What is loose in a definition that loads: inputs that may not take what they are given, screens that show what may be
 * missing, names of which code offers nothing; as warnings, failures that end as if they were done, inputs that are given what another is called, names and
 * files that nothing uses, groups that count back, texts that say other numbers in the other language.
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

/** Names of which code offers nothing: they stand by themselves, so they are told beside whatever else keeps a flow from loading. */
export function unknownNames(definition: Definition, names: Names): readonly Finding[] {
  return checkNames(definition, names).map((fault) => findingOf(definition, fault));
}

/**
 * Reads a flow's files into a definition that may be compiled: frozen plain JSON, checked.
 * Errors: the findings, where at least one is an error. Warnings alone do not stop it.
 */
export function load(source: DefinitionSource, trade: Trade): Result<Definition, readonly Finding[]> {
  const looked = verified(source, trade);
  return looked.kind === "sound" ? ok(looked.definition) : fail(looked.findings);
}

/** What came of reading a flow's files: a definition that may be compiled, frozen, with warnings; or what stops it. */
export type Verified =
  | { readonly kind: "sound"; readonly definition: Definition; readonly findings: readonly Finding[] }
  | {
      readonly kind: "unsound";
      readonly definition: Definition | null;
      readonly findings: readonly Finding[];
    };

/** `load` and `verify` in one look. */
export function verified(source: DefinitionSource, trade: Trade): Verified {
  const { definition, findings } = verify(source, trade);
  return definition === null || findings.some((finding) => finding.severity === "error")
    ? { kind: "unsound", definition, findings }
    : { kind: "sound", definition: freeze(definition), findings };
}

/** Where a definition's rules lie, also those that are missing. */
function ruleFiles(source: DefinitionSource, { flow }: Definition): (rule: string) => string {
  return (rule) => ruleFileOf(source, flow.id, rule) ?? `flows/${flow.id}/rules/${rule}.json`;
}

function freeze<Value>(value: Value): Value {
  // What is no object counts as frozen.
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value as object)) freeze(inner);
  return value;
}
