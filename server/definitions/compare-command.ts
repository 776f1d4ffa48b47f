import { typesOfDefinition } from "../../engine/flow/types-of-definition.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { domainsOf } from "../../engine/verify/cells/domain.ts";
import {
  type ChangedClass,
  compareFlows,
  compareRules,
  type RuleComparison,
} from "../../engine/verify/compare/index.ts";
import { proveFollow } from "../../engine/verify/follow/index.ts";
import { wordsOf } from "../../engine/verify/words/finding-words.ts";
import { type Naming, namingOf, wordsOfCube } from "../../engine/verify/words/people.ts";
import { readCommandLine } from "../command-line.ts";
import { OPTIONS } from "./command-options.ts";
import { definitionAround, isFolder, readFlowVersion, readRule } from "./compare-source.ts";
import { inWords, told } from "./tell-finding.ts";

/**
 * `npm run compare -- OLD NEW [--json] [--lang th|en]`: two files of a rule, or two folders of a flow, wherever they lie. Says whether
 * they are equal in meaning, or for whom the answer changes, how, and for which clause, each with somebody who shows it.
 * Exits with 1 where one of them does not load.
 */
const { values, operands } = readCommandLine({
  name: "compare",
  does: "Says whether two files of a rule, or two folders of a flow, are equal in meaning, or for whom the answer changes.",
  operands: [
    { name: "OLD", means: "a file of a rule, or a folder of a flow", takes: "one" },
    { name: "NEW", means: "the same, as it is to become", takes: "one" },
  ],
  options: { json: OPTIONS.json, lang: OPTIONS.lang },
});
const language = values.lang;
const [before = "", after = ""] = operands;
if (await isFolder(before)) await flows(before, after);
else await rules(before, after);

async function rules(oldPath: string, newPath: string): Promise<void> {
  const old = await readRule(oldPath);
  const now = await readRule(newPath);
  const around =
    (await definitionAround(newPath, [old, now])) ?? (await definitionAround(oldPath, [old, now]));
  if (around === null) {
    console.error("No flow around these files knows every place that the rules read.");
    process.exit(1);
  }
  const others = Object.values(around.rules).map((rule) => ({ file: `${rule.id}.json`, rule }));
  const comparison = compareRules(
    { rule: old, others },
    { rule: now, others },
    { types: typesOfDefinition(around), domainOf: domainsOf(around) },
  );
  const naming = namingOf(around);
  if (values.json) console.log(JSON.stringify(withWords(comparison, naming), null, 2));
  else sayRule(now.id, comparison, naming);
  if (comparison.kind === "refused") process.exitCode = 1;
}

async function flows(oldFolder: string, newFolder: string): Promise<void> {
  const old = await readFlowVersion(oldFolder);
  const now = await readFlowVersion(newFolder);
  if (old.definition === null || now.definition === null) {
    const found = [...old.findings, ...now.findings];
    if (values.json) console.log(JSON.stringify({ kind: "refused", findings: found.map(worded) }, null, 2));
    else found.forEach(sayFinding);
    process.exitCode = 1;
    return;
  }
  const comparison = compareFlows(old.definition, now.definition);
  const follow = proveFollow(old.definition, now.definition);
  const naming = namingOf(now.definition);
  if (values.json) {
    console.log(
      JSON.stringify({ ...(withWords(comparison, naming) as object), follow: follow.map(worded) }, null, 2),
    );
    return;
  }
  const said = {
    same: "the same files",
    "texts-only": "only texts changed",
    equal: "equal in meaning",
    different: "different",
  };
  console.log(`${now.definition.flow.id}: ${said[comparison.kind]}`);
  for (const part of comparison.parts) console.log(`  ${part} changed`);
  for (const { step, kind, parts, leads, unknown, noLongerTaken, newlyTaken } of comparison.steps) {
    console.log(`  step ${step} ${kind}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`);
    if (unknown !== null)
      console.log(`    who is led elsewhere is not decided: ${wordsOf(unknown)[language]}`);
    if (noLongerTaken !== undefined) console.log(`    no longer taken: ${JSON.stringify(noLongerTaken)}`);
    if (newlyTaken !== undefined) console.log(`    newly taken: ${JSON.stringify(newlyTaken)}`);
    sayClasses(leads, naming, "    ");
  }
  for (const [rule, one] of Object.entries(comparison.rules)) {
    if (one.kind === "added" || one.kind === "removed") console.log(`  rule ${rule} ${one.kind}`);
    else if (one.kind !== "same") sayRule(rule, one as RuleComparison, naming, "  ");
  }
  follow.forEach(sayFinding);
}

function sayRule(id: string, comparison: RuleComparison, naming: Naming, indent = ""): void {
  switch (comparison.kind) {
    case "same":
      console.log(`${indent}${id}: the same file`);
      return;
    case "equal":
      console.log(
        `${indent}${id}: equal in meaning${comparison.texts.length > 0 ? `; only texts changed: ${comparison.texts.join(", ")}` : ""}`,
      );
      return;
    case "unknown":
      console.log(`${indent}${id}: not decided: ${wordsOf(comparison.why)[language]}`);
      return;
    case "refused":
      comparison.findings.forEach(sayFinding);
      return;
    case "different":
      console.log(`${indent}${id}: different`);
      for (const { clause, kind, classes } of comparison.clauses) {
        console.log(`${indent}  clause ${clause} ${kind}`);
        sayClasses(classes, naming, `${indent}    `);
      }
      console.log(`${indent}  the whole rule`);
      sayClasses(comparison.classes, naming, `${indent}    `);
  }
}

function sayClasses(classes: readonly ChangedClass[], naming: Naming, indent: string): void {
  for (const { from, to, cubes, more, witness } of classes) {
    console.log(`${indent}${JSON.stringify(from)} becomes ${JSON.stringify(to)} for`);
    for (const cube of cubes) console.log(`${indent}  ${wordsOfCube(cube, naming)[language]}`);
    if (more) console.log(`${indent}  and for more classes than are listed`);
    console.log(`${indent}  such as ${JSON.stringify(witness)}`);
  }
}

function sayFinding(finding: Finding): void {
  console.log(told(finding, language));
}

function worded(finding: Finding) {
  return inWords(finding, language);
}

/** The comparison as data: each class with its words in both languages, and the values of its cells. */
function withWords(comparison: unknown, naming: Naming): unknown {
  return JSON.parse(
    JSON.stringify(comparison, (name, value) => {
      if (name === "findings") return (value as readonly Finding[]).map(worded);
      if (name !== "cubes") return value;
      return (value as ChangedClass["cubes"]).map((cube) => ({
        words: wordsOfCube(cube, naming),
        places: Object.fromEntries(
          cube.map(({ variable, cells }) => [
            variable.path,
            cells.flatMap((cell): readonly Json[] => cell.words ?? [cell.value ?? null]),
          ]),
        ),
      }));
    }),
  );
}
