import { tradeOf } from "../../engine/flow/trade.ts";
import { typesOfDefinition } from "../../engine/flow/types-of-definition.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Phrase } from "../../engine/rules/sayings.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { domainsOf, rootSchema } from "../../engine/verify/cells/domain.ts";
import { compareFlows, compareRules, type RuleComparison } from "../../engine/verify/compare/index.ts";
import { proveFollow } from "../../engine/verify/follow/index.ts";
import { wordsOf } from "../../engine/verify/words/finding-words.ts";
import { namingOf } from "../../engine/verify/words/people.ts";
import { readCommandLine } from "../command-line.ts";
import { OPTIONS } from "./command-options.ts";
import { definitionAround, isFolder, placesRead, readFlowVersion, readRule } from "./compare-source.ts";
import { asData } from "./comparison-data.ts";
import { flowLines, ruleLines } from "./tell-comparison.ts";
import { inWords, told } from "./tell-finding.ts";

/**
 * `npm run compare -- OLD NEW [--json] [--lang th|en]`: two files of a rule, or two folders of a flow, wherever they lie. Says whether
 * they are equal in meaning, or for whom the answer changes, how, and for which clause, each with somebody who shows it.
 * Exits with 1 where one of them does not load or cannot be compared, with 2 where it cannot be read.
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
const folders = [await isFolder(before), await isFolder(after)];
if (folders[0] !== folders[1])
  refuse({
    key: "compare.two-kinds",
    params: folders[0] ? { file: after, folder: before } : { file: before, folder: after },
  });
else if (folders[0]) await flows(before, after);
else await rules(before, after);

async function rules(oldPath: string, newPath: string): Promise<void> {
  const old = await readRule(oldPath);
  const now = await readRule(newPath);
  const around =
    (await definitionAround(newPath, [old, now])) ?? (await definitionAround(oldPath, [old, now]));
  if (around === null) {
    refuse({ key: "compare.no-flow", params: { places: placesRead([old, now]) } });
    return;
  }
  const others = Object.values(around.rules).map((rule) => ({ file: `${rule.id}.json`, rule }));
  const same = canonicalJson(old as unknown as Json) === canonicalJson(now as unknown as Json);
  const comparison: RuleComparison = same
    ? { kind: "same" }
    : compareRules(
        { rule: old, others },
        { rule: now, others },
        {
          types: typesOfDefinition(around),
          formats: tradeOf(around).formats,
          domainOf: domainsOf(around),
          schemaUnder: (path) => rootSchema(around, ...(path.split(".") as [string, string])),
        },
      );
  const naming = namingOf(around);
  if (values.json) print(asData(comparison, naming, worded));
  else {
    const telling = { naming, language, definitions: [around] };
    for (const line of ruleLines({ before: old, after: now }, comparison, telling)) console.log(line);
  }
  if (comparison.kind === "refused") process.exitCode = 1;
}

async function flows(oldFolder: string, newFolder: string): Promise<void> {
  const old = await readFlowVersion(oldFolder);
  const now = await readFlowVersion(newFolder);
  if (old.definition === null || now.definition === null) {
    const found = [...old.findings, ...now.findings];
    if (values.json) print({ kind: "refused", findings: found.map(worded) });
    else for (const finding of found) console.log(told(finding, language));
    process.exitCode = 1;
    return;
  }
  const versions = { before: old.definition, after: now.definition };
  const comparison = compareFlows(versions.before, versions.after);
  const follow = proveFollow(versions.before, versions.after);
  const naming = namingOf(now.definition, old.definition);
  if (values.json) print({ ...asData(comparison, naming, worded), follow: follow.map(worded) });
  else {
    const telling = { naming, language, definitions: [now.definition, old.definition] };
    for (const line of flowLines(versions, comparison, follow, telling)) console.log(line);
  }
}

/** What was named is there, and cannot be compared. */
function refuse(phrase: Phrase): void {
  const words = wordsOf(phrase)[language];
  if (values.json) print({ kind: "refused", findings: [], why: words });
  else console.error(words);
  process.exitCode = 1;
}

function print(data: unknown): void {
  console.log(JSON.stringify(data, null, 2));
}

function worded(finding: Finding) {
  return inWords(finding, language);
}
