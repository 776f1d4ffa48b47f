import type { Finding } from "../../engine/rules/rule.ts";
import { verify } from "../../engine/verify/index.ts";
import { prove, rulesIn, sleepingSteps } from "../../engine/verify/prove/index.ts";
import { readCommandLine } from "../command-line.ts";
import { readFlagSets } from "./flag-sets.ts";
import { listFlows, readSource } from "./source.ts";

/**
 * `npm run verify [-- --json] [-- --root DIR] [-- --flow ID]`: checks and proves every flow below a folder that holds
 * `flows`, `schemas`, `flags` and `locales`, prints what is wrong, who shows it and how to mend it, and which steps sleep
 * under which set of flags; exits with 1 where anything is wrong.
 */
const { values } = readCommandLine({
  name: "verify",
  does: "Checks and proves flows; says what is wrong, who shows it and how to mend it.",
  options: {
    json: { kind: "flag", means: "as data" },
    root: {
      kind: "text",
      value: "DIR",
      means: "the folder that holds flows, schemas, flags and locales",
      default: ".",
    },
    flow: { kind: "text", value: "ID", means: "this flow only" },
  },
});

const flows = values.flow === undefined ? await listFlows(values.root) : [values.flow];
const findings: Finding[] = [];
if (flows.length === 0)
  findings.push({
    file: "flows",
    pointer: "",
    code: "no-flows",
    severity: "error",
    what: `there is no flow below ${values.root}`,
    mend: "Name the folder that holds flows, schemas, flags and locales: --root DIR.",
  });
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

if (values.json) console.log(JSON.stringify({ flows, findings, sleeping }, null, 2));
else {
  for (const finding of findings)
    console.log(
      `${finding.severity} ${finding.file}${finding.pointer === "" ? "" : `#${finding.pointer}`} [${finding.code}]\n  ${finding.what}${shownBy(finding)}\n  mend: ${finding.mend}`,
    );
  for (const [flow, sets] of Object.entries(sleeping))
    for (const [set, steps] of Object.entries(sets))
      if (steps.length > 0)
        console.log(`${flow}: under flags/${set}.json these steps sleep: ${steps.join(", ")}`);
  console.log(
    findings.length === 0
      ? `${flows.length} flows, no finding: ${flows.join(", ")}`
      : `${flows.length} flows, ${findings.length} findings`,
  );
}
process.exitCode = findings.some((finding) => finding.severity === "error") ? 1 : 0;

/** A fault in a shared file is found once per flow and told once. */
function unseen(found: readonly Finding[]): readonly Finding[] {
  const key = ({ file, pointer, code, what }: Finding) => `${file}#${pointer} ${code} ${what}`;
  const known = new Set(findings.map(key));
  return found.filter((finding) => !known.has(key(finding)));
}

/** Somebody who shows a finding, in words and step by step. */
function shownBy({ witness }: Finding): string {
  const { words, path } = (witness ?? {}) as {
    readonly words?: { readonly en: string };
    readonly path?: string[];
  };
  if (words === undefined) return "";
  return `\n  shown by ${words.en}${path === undefined ? "" : `\n  on the way ${path.join(" > ")}`}`;
}
