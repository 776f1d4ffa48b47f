import { trade } from "../../domain/index.ts";
import { addressesWith } from "../../domain/pages.ts";
import { assumptionsOf } from "../../engine/flow/assumptions.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import {
  checkLinks,
  foldedByCause,
  load,
  looseEnds,
  verify,
  withCauses,
} from "../../engine/verify/lint/index.ts";
import { prove, rulesIn } from "../../engine/verify/prove/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import { type Words, wordsOf } from "../../engine/verify/words/index.ts";
import { readCommandLine } from "../command-line.ts";
import { findingTextWithCause, inWords, type Sleep, sleepUnder } from "../differences/index.ts";
import { titleOf, titleTaken } from "../gate/index.ts";
import { askedFlows, listFlows, NAMES, readSource, sourceReader } from "../sources/index.ts";
import { OPTIONS } from "./command-options.ts";
import { readFlagSets } from "./flag-sets.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run verify [-- --json] [-- --root DIR] [-- --flow ID] [-- --lang th|en]`: verifies and proves every
 * flow below a folder with `flows`, `schemas`, `flags` and `locales`. Prints findings with an example person
 * and a remedy, and the inactive steps per flag set. Exits with 1 if there are findings. `--before DIR`: the
 * version of the folder that is in use and has open instances.
 */
const { values } = readCommandLine({
  ...saphanCommand("verify"),
  options: {
    ...OPTIONS,
    before: {
      kind: "text",
      value: "DIR",
      means: "the same folder as it is in use: whether people under way may follow is proved too",
    },
  },
});

const flows = values.flow === undefined ? await listFlows(values.root) : [values.flow];
const findings: Finding[] = [];
if (flows.length === 0)
  findings.push(errorAt({ file: "flows", pointer: "" }, { key: "no-flows", params: { root: values.root } }));
if (values.before !== undefined) await askedFlows(values.before, undefined);
const flagSets = await readFlagSets(values.root);
const destinations = { flows: await listFlows(values.root), pages: addressesWith("linked") };
const assumptions: { [flow: string]: readonly string[] } = {};
const asleep: { [flow: string]: { readonly [set: string]: Sleep } } = {};
/** Titles of the flows read so far. */
const titles: { [flow: string]: Words } = {};
const read = sourceReader(values.root);
for (const flow of flows) {
  const reading = await read(flow);
  findings.push(...unseen(reading.findings));
  // An unreadable file causes further findings, which are skipped until the file can be read.
  if (reading.findings.length > 0) continue;
  const { definition, findings: loading } = verify(reading.source, trade);
  if (definition === null || loading.some(({ severity }) => severity === "error")) {
    findings.push(...unseen(withCauses(loading, definition)));
    continue;
  }
  const fileOf = rulesIn(reading.source);
  const before = values.before === undefined ? null : await olderVersion(values.before, flow);
  const found = [
    ...loading,
    ...looseEnds(definition, reading.source, NAMES),
    ...checkLinks(definition, destinations, fileOf),
    ...titleTaken(definition, titles),
    ...prove(definition, { before, fileOf, ordinary: readOrdinary(reading.source.files) }),
  ];
  titles[flow] = titleOf(definition);
  findings.push(...unseen(withCauses(found, definition)));
  assumptions[flow] = assumptionsOf(definition).map(({ id }) => id);
  asleep[flow] = Object.fromEntries(
    Object.entries(flagSets.sets).map(([name, reach]) => [name, sleepUnder(definition, reach)]),
  );
}
findings.push(...unseen(flagSets.findings));

const language = values.lang;
const folded = foldedByCause(findings);
if (values.json)
  console.log(
    JSON.stringify(
      { flows, findings: findings.map((finding) => inWords(finding, language)), assumptions, asleep },
      null,
      2,
    ),
  );
else {
  for (const fold of folded) console.log(findingTextWithCause(fold, language));
  for (const [flow, sets] of Object.entries(asleep))
    for (const [set, { nobody, some, by, guards }] of Object.entries(sets)) {
      if (nobody.length > 0) say({ key: "tell.sleep", params: { flow, set, steps: nobody } });
      if (some.length > 0) say({ key: "tell.some", params: { flow, set, steps: some, flags: by } });
      for (const { step, before } of guards)
        say({ key: "tell.unguarded", params: { flow, set, step, effects: before } });
    }
  const rules = [...new Set(Object.values(assumptions).flat())].sort();
  if (rules.length > 0) say({ key: "tell.assumed", params: { rules } });
  const count = flows.length;
  if (findings.length === 0) say({ key: "tell.sound", params: { count, flows } });
  else say({ key: "tell.found", params: { count, findings: folded.length } });
}
process.exitCode = findings.some((finding) => finding.severity === "error") ? 1 : 0;

function say(phrase: Phrase): void {
  console.log(wordsOf(phrase)[language]);
}

/** Returns a flow of another folder; `null` if it is missing or does not load. */
async function olderVersion(root: string, flow: string): Promise<Definition | null> {
  if (!(await listFlows(root)).includes(flow)) return null;
  const loaded = load((await readSource(root, flow)).source, trade);
  return loaded.ok ? loaded.value : null;
}

/** Removes findings that were already printed, because a fault in a shared file is found once per flow. */
function unseen(found: readonly Finding[]): readonly Finding[] {
  const key = ({ file, pointer, says }: Finding) => `${file}#${pointer} ${JSON.stringify(says)}`;
  const known = new Set(findings.map(key));
  return found.filter((finding) => !known.has(key(finding)));
}
