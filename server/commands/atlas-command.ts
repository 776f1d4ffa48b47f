import { join } from "node:path";
import { trade } from "../../domain/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { load } from "../../engine/verify/lint/index.ts";
import {
  type Atlas,
  atlasOf,
  casesOf,
  missingCases,
  replayCase,
  wordsOfChange,
  wordsOfClass,
} from "../../engine/verify/paths/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import { readCommandLine } from "../command-line.ts";
import { askedFlows, readSource } from "../sources/index.ts";
import { OPTIONS } from "./command-options.ts";
import { KEPT_PATHS, readPaths, writePaths } from "./path-files.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run saphan -- atlas`: shows each class of paths through a flow, with a made-up person for each.
 * `--check` checks the stored people again and reports changed paths (exit 1). `--accept` stores the present
 * paths.
 */
const { values } = readCommandLine({
  ...saphanCommand("atlas"),
  options: {
    ...OPTIONS,
    check: { kind: "flag", means: `say which paths kept in ${KEPT_PATHS} changed` },
    accept: { kind: "flag", means: `keep the paths as they are now, in ${KEPT_PATHS}` },
    export: { kind: "text", value: "DIR", means: "keep them there, one file a flow" },
  },
});
const language = values.lang;
const kept = join(values.root, KEPT_PATHS);
const folders = [...(values.accept ? [kept] : []), ...(values.export === undefined ? [] : [values.export])];
const atlases: { [flow: string]: Atlas } = {};
for (const flow of await askedFlows(values.root, values.flow)) {
  const { source } = await readSource(values.root, flow);
  const loaded = load(source, trade);
  if (!loaded.ok) {
    console.error(`${flow} does not load; npm run verify says why`);
    process.exitCode = 1;
    continue;
  }
  const definition = loaded.value;
  const compiled = compileInProcess(definition);
  const atlas = atlasOf(definition, { compiled, ordinary: readOrdinary(source.files) });
  atlases[flow] = atlas;
  for (const folder of folders) {
    const paths = casesOf(compiled, atlas, await readPaths(folder, flow));
    const changed = await writePaths(folder, paths);
    if (!values.json)
      console.log(
        `${flow}: ${paths.cases.length} paths ${changed ? "written to" : "unchanged in"} ${folder}`,
      );
  }
  if (values.check) {
    const cases = (await readPaths(kept, flow)) ?? { flow, cases: [] };
    const changes = cases.cases.flatMap((one) => {
      const again = replayCase(compiled, one);
      return again.ok ? [] : [`${one.name}: ${wordsOfChange(definition, again.error)[language]}`];
    });
    const { unkept, gone } = missingCases(atlas, cases);
    const said = [
      ...changes,
      ...unkept.map((name) => `${name}: new`),
      ...gone.map((name) => `${name}: nobody goes so any more, or others stand for it`),
    ];
    // With `--json`, stdout contains only data, so messages go to stderr.
    (values.json ? console.error : console.log)(
      said.length === 0 ? `${flow}: ${cases.cases.length} paths as kept` : `${flow}:\n  ${said.join("\n  ")}`,
    );
    if (said.length > 0) process.exitCode = 1;
  }
}
if (values.json) console.log(JSON.stringify(atlases, null, 2));
else if (folders.length === 0 && !values.check) for (const atlas of Object.values(atlases)) print(atlas);

function print({ flow, ways, classes, merged, edges, unshown }: Atlas): void {
  console.log(`${flow}: ${ways} paths, ${edges} ways of leaving a step`);
  for (const one of classes)
    console.log(
      `  ${one.number}. ${one.name} [${one.end.kind}]\n     ${one.steps.join(" > ")}\n     ${wordsOfClass(one)[language]}`,
    );
  if (merged !== null)
    console.log(
      `  More than ${merged.bound}, so these are merged by where they end; every way of leaving a step is still shown: ${merged.by
        .map(({ end, ways: all, shown }) => `${end} ${shown} of ${all}`)
        .join(", ")}`,
    );
  if (unshown.length > 0) console.log(`  not shown: ${unshown.join(", ")}`);
}
