import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Compiled } from "../../engine/flow/index.ts";
import {
  atlasOf,
  casesOf,
  missingCases,
  type PathCases,
  replayCase,
  wordsOfChange,
} from "../../engine/verify/paths/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import { KEPT_PATHS, readPaths } from "../../server/commands/path-files.ts";
import { type Kitchen, openKitchen, ROOT } from "./recipe.ts";

const ORDINARY = "flows/shared/ordinary.json";

let kitchen: Kitchen;
let kept: PathCases;
let changed: Compiled;
beforeAll(async () => {
  kitchen = await openKitchen();
  kept = (await readPaths(join(ROOT, KEPT_PATHS), "contact-back")) ?? { flow: "contact-back", cases: [] };
  await kitchen.cook("A step");
  changed = await kitchen.compiled("contact-back");
});
afterAll(() => kitchen.clear());

test("an added step is reported as a new step on a person's path, in the words of the page", async () => {
  const said = kept.cases.flatMap((one) => {
    const again = replayCase(changed, one);
    return again.ok ? [] : [`  ${one.name}: ${wordsOfChange(changed.definition, again.error).en}`];
  });
  const page = await readFile(join(ROOT, "docs", "recipes.md"), "utf8");
  expect(said).toEqual([/^contact-back:\n(.*)$/m.exec(page)?.[1]]);
});

test("the recipe for a path states the answers of an ordinary person, and stores the path of that person", async () => {
  await kitchen.cook("A path");
  const ordinary = readOrdinary({ [ORDINARY]: await kitchen.json(ORDINARY) });
  const atlas = atlasOf(changed.definition, { compiled: changed, ordinary });
  const accepted = casesOf(changed, atlas, kept);
  expect(missingCases(atlas, accepted)).toEqual({ unkept: [], gone: [] });
  expect(accepted.cases.map(({ path, traveller }) => [path.join(" "), traveller.answers.day])).toEqual([
    ["contact day review send done", { day: "2026-11-25" }],
  ]);
  expect(replayCase(changed, accepted.cases[0] as PathCases["cases"][number]).ok).toBe(true);
});
