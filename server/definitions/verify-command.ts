import { parseArgs } from "node:util";
import type { Finding } from "../../engine/rules/rule.ts";
import { verify } from "../../engine/verify/index.ts";
import { listFlows, readSource } from "./source.ts";

/**
 * `npm run verify [-- --json] [-- --root DIR] [-- --flow ID]`: checks every flow below a folder that holds `flows`,
 * `schemas`, `flags` and `locales`, prints what is wrong and how to mend it, and exits with 1 where anything is.
 */
const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    root: { type: "string", default: process.cwd() },
    flow: { type: "string" },
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
for (const flow of flows) {
  const reading = await readSource(values.root, flow);
  findings.push(...unseen(reading.findings), ...unseen(verify(reading.source).findings));
}

if (values.json) console.log(JSON.stringify({ flows, findings }, null, 2));
else {
  for (const finding of findings)
    console.log(
      `${finding.severity} ${finding.file}${finding.pointer === "" ? "" : `#${finding.pointer}`} [${finding.code}]\n  ${finding.what}\n  mend: ${finding.mend}`,
    );
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
