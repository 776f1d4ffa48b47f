import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../engine/values/json.ts";
import { prove } from "../../engine/verify/prove/index.ts";
import { handedOn } from "../../server/flows/handed-on.ts";
import { type Kitchen, openKitchen, ROOT } from "./recipe.ts";

const FLOW = "flows/estate/flow.json";
const FILE = "6f1d9a52-0a9c-4f0e-8f7a-1c2b3d4e5f60";

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.clear());

test("the recipe for a case desk adds only data, and leaves neither findings nor open proofs", async () => {
  expect(await kitchen.findings("estate")).toEqual([]);
  expect(prove((await kitchen.compiled("estate")).definition)).toEqual([]);
  const code = await Promise.all(
    ["engine", "server", "renderer", "domain"].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).map(async (path) =>
        /\bestate\b/i.test(await readFile(join(ROOT, path), "utf8")) ? [path] : [],
      ),
    ),
  );
  expect(code.flat()).toEqual([]);
});

test("an added hand-over to a case desk has names, texts, uploads and check items in both languages", async () => {
  const { definition } = await kitchen.compiled("estate");
  const told = handedOn(definition, "send", { topic: "ESTATE", claimant: "HEIR", deathCertificate: FILE });
  expect(told).toMatchObject([
    {
      name: "topic",
      word: { en: "Units of a holder who has died" },
      checklist: [{}, { en: "Court order is final" }, {}],
    },
    {
      name: "claimant",
      place: "answers.holder.claimant",
      label: { th: "คุณยื่นเรื่องในฐานะ" },
      word: { en: "An heir" },
    },
    { name: "deathCertificate", label: { en: "Death certificate" }, word: null, files: [FILE] },
  ]);
});

test.each<readonly [what: string, change: (flow: JsonObject) => JsonObject, found: readonly string[]]>([
  [
    "a misspelt topic",
    (flow) => withInput(flow, { topic: "answers.holder.holderName" }),
    ["input-not-spelled /steps/send/input/topic"],
  ],
  [
    "a misspelt number of days",
    (flow) => withInput(flow, { days: "answers.holder.diedOn" }),
    ["input-type /steps/send/input/days"],
  ],
  [
    "an unknown desk",
    (flow) => ({ ...flow, derived: { ...(flow.derived as JsonObject), desk: { const: "cellar" } } }),
    ["input-type.spelled /steps/send/input/desk"],
  ],
  [
    "a topic without texts",
    (flow) => ({ ...flow, derived: { ...(flow.derived as JsonObject), topic: { const: "HEIRLOOM" } } }),
    ["missing-text /estate/derived/topic/options/HEIRLOOM"],
  ],
  [
    "a value that no review shows",
    (flow) => withShows(flow, (place) => place !== "answers.holder.diedOn"),
    ["submitted-not-shown /steps/send/input/diedOn"],
  ],
])("a fault in a changed recipe is reported: %s", async (_, change, found) => {
  const before = await kitchen.json(FLOW);
  await writeFile(join(kitchen.root, FLOW), JSON.stringify(change(before)));
  const findings = await kitchen.findings("estate");
  await writeFile(join(kitchen.root, FLOW), JSON.stringify(before));
  const told = findings.map(({ says, pointer }) => `${says.key} ${pointer}`);
  for (const one of found) expect(told).toContain(one);
});

function withInput(flow: JsonObject, input: JsonObject): JsonObject {
  const steps = flow.steps as JsonObject;
  const send = steps.send as JsonObject;
  return {
    ...flow,
    steps: { ...steps, send: { ...send, input: { ...(send.input as JsonObject), ...input } } },
  };
}

function withShows(flow: JsonObject, keeps: (place: unknown) => boolean): JsonObject {
  const steps = flow.steps as JsonObject;
  const review = steps.review as JsonObject;
  return { ...flow, steps: { ...steps, review: { ...review, shows: (review.shows as []).filter(keeps) } } };
}
