import { writeFile } from "node:fs/promises";
import { type Atlas, atlasOf } from "../../engine/verify/atlas/index.ts";
import { load } from "../../engine/verify/index.ts";
import { readCommandLine } from "../command-line.ts";
import { askedFlows, readSource } from "./source.ts";

/**
 * `npm run atlas [-- --flow ID] [-- --root DIR] [-- --json] [-- --out FILE]`: each class of ways through a flow with a
 * person who goes it. `--out` keeps them as regression cases.
 */
const { values } = readCommandLine({
  name: "atlas",
  does: "Shows each class of ways through a flow with a person who goes it.",
  options: {
    json: { kind: "flag", means: "as data" },
    root: {
      kind: "text",
      value: "DIR",
      means: "the folder that holds flows, schemas, flags and locales",
      default: ".",
    },
    flow: { kind: "text", value: "ID", means: "this flow only" },
    out: { kind: "text", value: "FILE", means: "keep them in a file, as regression cases" },
  },
});
const flows = await askedFlows(values.root, values.flow);
const atlases: { [flow: string]: Atlas } = {};
for (const flow of flows) {
  const loaded = load((await readSource(values.root, flow)).source);
  if (loaded.ok) atlases[flow] = atlasOf(loaded.value);
  else {
    console.error(`${flow} does not load; npm run verify says why`);
    process.exitCode = 1;
  }
}
const data = JSON.stringify(atlases, null, 2);
if (values.out !== undefined) await writeFile(values.out, `${data}\n`);
if (values.json) console.log(data);
else
  for (const [flow, { classes, unshown }] of Object.entries(atlases)) {
    console.log(`${flow}: ${classes.length} classes of ways`);
    for (const { id, path, end, words } of classes)
      console.log(`  ${id}: ${path.map(({ step }) => step).join(" > ")} > ${end}\n    ${words.en}`);
    if (unshown.length > 0) console.log(`  not shown: ${unshown.join(", ")}`);
  }
