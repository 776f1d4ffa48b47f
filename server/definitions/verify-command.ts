import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Phrase } from "../../engine/rules/sayings.ts";
import { verify } from "../../engine/verify/index.ts";
import { prove, rulesIn, sleepingSteps } from "../../engine/verify/prove/index.ts";
import { wordsOf } from "../../engine/verify/words/finding-words.ts";
import { readCommandLine } from "../command-line.ts";
import { OPTIONS } from "./command-options.ts";
import { readFlagSets } from "./flag-sets.ts";
import { listFlows, readSource } from "./source.ts";
import { inWords, told } from "./tell-finding.ts";

/**
 * `npm run verify [-- --json] [-- --root DIR] [-- --flow ID] [-- --lang th|en]`: checks and proves every flow below a folder that holds
 * `flows`, `schemas`, `flags` and `locales`, prints what is wrong, who shows it and how to mend it, and which steps sleep
 * under which set of flags; exits with 1 where anything is wrong.
 */
const { values } = readCommandLine({
  name: "verify",
  does: "Checks and proves flows; says what is wrong, who shows it and how to mend it.",
  options: OPTIONS,
});

const flows = values.flow === undefined ? await listFlows(values.root) : [values.flow];
const findings: Finding[] = [];
if (flows.length === 0)
  findings.push(errorAt({ file: "flows", pointer: "" }, { key: "no-flows", params: { root: values.root } }));
const flagSets = await readFlagSets(values.root);
const sleeping: { [flow: string]: { readonly [set: string]: readonly string[] } } = {};
for (const flow of flows) {
  const reading = await readSource(values.root, flow);
  const { definition, findings: loading } = verify(reading.source);
  findings.push(...unseen(reading.findings), ...unseen(loading));
  if (definition === null || loading.some(({ severity }) => severity === "error")) continue;
  findings.push(...unseen(prove(definition, { fileOf: rulesIn(reading.source) })));
  sleeping[flow] = Object.fromEntries(
    Object.entries(flagSets).map(([name, flags]) => [name, sleepingSteps(definition, flags) ?? ["unknown"]]),
  );
}

const language = values.lang;
if (values.json)
  console.log(
    JSON.stringify(
      { flows, findings: findings.map((finding) => inWords(finding, language)), sleeping },
      null,
      2,
    ),
  );
else {
  for (const finding of findings) console.log(told(finding, language));
  for (const [flow, sets] of Object.entries(sleeping))
    for (const [set, steps] of Object.entries(sets))
      if (steps.length > 0) say({ key: "tell.sleep", params: { flow, set, steps } });
  const count = flows.length;
  if (findings.length === 0) say({ key: "tell.sound", params: { count, flows } });
  else say({ key: "tell.found", params: { count, findings: findings.length } });
}
process.exitCode = findings.some((finding) => finding.severity === "error") ? 1 : 0;

function say(phrase: Phrase): void {
  console.log(wordsOf(phrase)[language]);
}

/** A fault in a shared file is found once per flow and told once. */
function unseen(found: readonly Finding[]): readonly Finding[] {
  const key = ({ file, pointer, says }: Finding) => `${file}#${pointer} ${JSON.stringify(says)}`;
  const known = new Set(findings.map(key));
  return found.filter((finding) => !known.has(key(finding)));
}
