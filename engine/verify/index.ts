import type { Definition, DefinitionSource } from "../flow/definition.ts";
import { readDefinition } from "../flow/read-definition.ts";
import { ruleFileOf } from "../flow/rules-named.ts";
import type { Finding } from "../rules/rule.ts";
import { fail, ok, type Result } from "../values/result.ts";
import { checkAccess } from "./check-access.ts";
import { checkAssumptions } from "./check-assumptions.ts";
import { checkEffects } from "./check-effects.ts";
import { checkFailures } from "./check-failures.ts";
import { checkFitting } from "./check-fitting.ts";
import { checkGraph } from "./check-graph.ts";
import { checkInputs } from "./check-inputs.ts";
import { checkNames } from "./check-names.ts";
import { checkOutcomes } from "./check-outcomes.ts";
import { checkPlaces } from "./check-places.ts";
import { checkReferences } from "./check-references.ts";
import { checkRules } from "./check-rules.ts";
import { checkSchemas } from "./check-schemas.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkShows } from "./check-shows.ts";
import { checkPlaceholders, checkTexts } from "./check-texts.ts";
import { checkUnused } from "./check-unused.ts";
import { checkWording } from "./check-wording.ts";
import { type Check, findingOf } from "./fault.ts";
import type { Names } from "./names.ts";

const checks: readonly Check[] = [
  checkReferences,
  checkGraph,
  checkSchemas,
  checkPlaces,
  checkEffects,
  checkAccess,
  checkFailures,
  checkSecrets,
  checkTexts,
];

/** Everything wrong with a flow's files; none where the definition is sound as far as loading checks it. */
export function verify(source: DefinitionSource): {
  readonly definition: Definition | null;
  readonly findings: readonly Finding[];
} {
  const { definition, findings } = readDefinition(source);
  if (definition === null) return { definition, findings };
  const fileOf = (rule: string): string =>
    ruleFileOf(source, definition.flow.id, rule) ?? `flows/${definition.flow.id}/rules/${rule}.json`;
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
  { files }: DefinitionSource,
  names: Names,
): readonly Finding[] {
  const harmful = [
    ...[checkFitting, checkShows, checkPlaceholders].flatMap((check) => check(definition)),
    ...checkNames(definition, names),
  ];
  return [
    ...harmful.map((fault) => findingOf(definition, fault)),
    ...[
      ...checkOutcomes(definition),
      ...checkInputs(definition),
      ...checkUnused(definition, Object.keys(files)),
      ...checkWording(definition),
    ].map((fault): Finding => ({ ...findingOf(definition, fault), severity: "warning" })),
  ];
}

/**
 * Reads a flow's files into a definition that may be compiled: frozen plain JSON, checked.
 * Errors: the findings, where at least one is an error. Warnings alone do not stop it.
 */
export function load(source: DefinitionSource): Result<Definition, readonly Finding[]> {
  const { definition, findings } = verify(source);
  if (definition === null || findings.some((finding) => finding.severity === "error")) return fail(findings);
  return ok(freeze(definition));
}

function freeze<Value>(value: Value): Value {
  // What is no object counts as frozen.
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value as object)) freeze(inner);
  return value;
}
