import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Atlas, atlasOf } from "../../engine/verify/atlas/index.ts";
import { load } from "../../engine/verify/index.ts";
import { listFlows, readSource } from "./source.ts";

/**
 * `npm run atlas [-- --flow ID] [-- --root DIR] [-- --json] [-- --out FILE]`: each class of ways through a flow with a
 * person who goes it. `--out` keeps them as regression cases.
 */
const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    root: { type: "string", default: process.cwd() },
    flow: { type: "string" },
    out: { type: "string" },
  },
});
const flows = values.flow === undefined ? await listFlows(values.root) : [values.flow];
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
