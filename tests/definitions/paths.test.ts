import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { atlasOf, missingCases, replayCase, wordsOfChange } from "../../engine/verify/paths/index.ts";
import { KEPT_PATHS, readPaths } from "../../server/commands/path-files.ts";
import { flowNames, loadFlow, ROOT } from "./definition-files.ts";

// An intended change is recorded with `npm run saphan -- atlas --accept`. The diff shows a reviewer whose
// path changed.
describe.each(flowNames())("the recorded paths of the flow %s", (flow) => {
  test("every recorded person still takes the recorded steps", async () => {
    const compiled = compileInProcess(await loadFlow(flow));
    const kept = await readPaths(join(ROOT, KEPT_PATHS), flow);
    const changes = (kept?.cases ?? []).flatMap((one) => {
      const again = replayCase(compiled, one);
      return again.ok ? [] : [`${one.name}: ${wordsOfChange(compiled.definition, again.error).en}`];
    });
    expect(changes).toEqual([]);
  });

  test("the recorded paths include every path that the flow has today", async () => {
    const kept = await readPaths(join(ROOT, KEPT_PATHS), flow);
    expect(missingCases(atlasOf(await loadFlow(flow)), kept ?? { flow, cases: [] })).toEqual({
      unkept: [],
      gone: [],
    });
  }, 240_000);
});
