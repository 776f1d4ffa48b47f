import type { Definition } from "../../engine/flow/definition.ts";
import { tradeOf } from "../../engine/flow/trade.ts";
import { typesOfDefinition } from "../../engine/flow/types-of-definition.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { compareRules, type RuleComparison } from "../../engine/verify/compare/index.ts";
import { domainsOf, rootSchema } from "../../engine/verify/model/index.ts";
import { ordinaryValues } from "../../engine/verify/witness/index.ts";
import { namingOf, wordsOf } from "../../engine/verify/words/index.ts";
import { readCommandLine } from "../command-line.ts";
import {
  asData,
  findingText,
  flowLines,
  inDetail,
  indented,
  inWords,
  ruleLines,
} from "../differences/index.ts";
import { listFlows } from "../sources/index.ts";
import { OPTIONS } from "./command-options.ts";
import {
  type ChangedFile,
  type ChangedFlags,
  changedFiles,
  changedFlags,
  compareVersions,
  isRoot,
} from "./compare-roots.ts";
import {
  definitionAround,
  type FlowVersion,
  flowReader,
  isFolder,
  placesRead,
  readFlowVersion,
  readRule,
} from "./compare-source.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run compare -- OLD NEW [--json] [--lang th|en]`: compares two rule files, two flow folders, or two
 * roots with flows, schemas, flags and locales. Reports whether they are equivalent. If not, reports for whom
 * the answer changes, how and by which clause, each with an example person. Exits with 1 if one of them does
 * not load or cannot be compared, and with 2 if one cannot be read.
 */
const { values, operands } = readCommandLine({
  ...saphanCommand("compare"),
  operands: [
    {
      name: "OLD",
      means: "a file of a rule, a folder of a flow, or a folder that holds flows, schemas, flags and locales",
      takes: "one",
    },
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
else if (folders[0] && (await isRoot(before)) && (await isRoot(after))) await roots(before, after);
else if (folders[0]) await flows(before, after);
else await rules(before, after);

async function rules(oldPath: string, newPath: string): Promise<void> {
  const old = await readRule(oldPath);
  const now = await readRule(newPath);
  const found =
    (await definitionAround(newPath, [old, now])) ?? (await definitionAround(oldPath, [old, now]));
  if (found === null) {
    refuse({ key: "compare.no-flow", params: { places: placesRead([old, now]) } });
    return;
  }
  const { definition: around, ordinary } = found;
  const others = Object.values(around.rules).map((rule) => ({ file: `${rule.id}.json`, rule }));
  const same = canonicalJson(old) === canonicalJson(now);
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
          ordinary: ordinaryValues(around, ordinary),
        },
      );
  const naming = namingOf(around);
  if (values.json) print(asData(comparison, naming, worded));
  else {
    const wording = { naming, language, definitions: [around] };
    for (const line of ruleLines({ before: old, after: now }, comparison, wording)) console.log(line);
  }
  if (comparison.kind === "refused") process.exitCode = 1;
}

async function flows(oldFolder: string, newFolder: string): Promise<void> {
  const { data, lines } = flow(await readFlowVersion(oldFolder), await readFlowVersion(newFolder));
  if (values.json) print(data);
  else for (const line of lines) console.log(line);
}

type Compared = { readonly data: object; readonly lines: readonly string[] };

/** Compares two versions of a flow, and returns the result as data and as lines of text. */
function flow(old: FlowVersion, now: FlowVersion): Compared {
  if (old.definition === null || now.definition === null) {
    const found = [...old.findings, ...now.findings];
    process.exitCode = 1;
    return {
      data: { kind: "refused", findings: found.map(worded) },
      lines: found.map((finding) => findingText(finding, language)),
    };
  }
  const versions = { before: old.definition, after: now.definition };
  const compared = compareVersions(versions, now.ordinary);
  const { comparison, lost, reach, follow } = compared;
  const naming = namingOf(now.definition, old.definition);
  const wording = { naming, language, definitions: [now.definition, old.definition] };
  return {
    data: { ...asData(comparison, naming, worded), lost, reach, follow: follow.map(worded) },
    lines: flowLines(versions, compared, wording),
  };
}

/** Compares two root folders: each flow, the flags, the texts, and the files that no flow reads. */
async function roots(oldRoot: string, newRoot: string): Promise<void> {
  const [before, after] = [await listFlows(oldRoot), await listFlows(newRoot)];
  const [readOld, readNow] = [flowReader(oldRoot), flowReader(newRoot)];
  const found: { [flow: string]: Compared } = {};
  const definitions: Definition[] = [];
  const inBothRoots: Definition[] = [];
  for (const name of [...new Set([...before, ...after])].sort()) {
    const [old, now] = [
      before.includes(name) ? await readOld(name) : null,
      after.includes(name) ? await readNow(name) : null,
    ];
    definitions.push(...[old, now].flatMap((one) => one?.definition ?? []));
    if (old !== null && now !== null && now.definition !== null) inBothRoots.push(now.definition);
    if (old !== null && now !== null) found[name] = flow(old, now);
    else {
      const kind = old === null ? "added" : "removed";
      found[name] = { data: { kind }, lines: [say({ key: `compare.flow-${kind}`, params: { name } })] };
    }
  }
  const isChanged = Object.values(found).some(
    ({ data }) => (data as { readonly kind: string }).kind !== "same",
  );
  const rootsOf = { before: oldRoot, after: newRoot };
  const { flags: files, texts, shared } = await changedFiles(rootsOf, definitions);
  const flags = await changedFlags(files, rootsOf, inBothRoots);
  const unread = isChanged ? [] : shared;
  if (values.json) {
    const flows = Object.fromEntries(Object.entries(found).map(([name, { data }]) => [name, data]));
    print({ kind: "roots", flows, flags, texts, shared: unread });
    return;
  }
  for (const file of flags) for (const line of flagLines(file)) console.log(line);
  for (const { lines } of Object.values(found)) for (const line of lines) console.log(line);
  for (const file of texts) console.log(partLine(file));
  if (unread.length > 0) console.log(say({ key: "compare.shared", params: { files: unread } }));
}

/** Returns the effect of a changed flag file as lines of text. Lost protections come first. */
function flagLines(file: ChangedFlags): readonly string[] {
  const { lost, says } = file;
  return [
    partLine(file),
    ...(lost.length === 0 ? [] : [indented(say({ key: "compare.lost", params: { count: lost.length } }))]),
    ...lost.map((words) => indented(words[language], 2)),
    ...says.map((words) => indented(words[language])),
  ];
}

function partLine({ file, before: old, after: now }: ChangedFile): string {
  return say({ key: "compare.part", params: { part: inDetail(file, old, now) } });
}

function say(phrase: Phrase): string {
  return wordsOf(phrase)[language];
}

/** Reports that the named files exist but cannot be compared. */
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
