import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { ROOT } from "../../../definitions/definition-files.ts";
import { runNamed } from "../../../support/run-command.ts";

// Folder with a copy of the project's flows, so that changes and stored paths stay in that copy.
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "saphan-atlas-"));
  for (const folder of ["flows", "schemas", "flags", "locales", "tests/definitions/paths"])
    await cp(join(ROOT, folder), join(root, folder), { recursive: true });
});
afterAll(() => rm(root, { recursive: true }));

async function atlas(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const { code, out, errors } = await runNamed("atlas", "--root", root, ...words);
  return { code, out: code === 0 ? out : out + errors };
}

const read = async (path: string) => JSON.parse(await readFile(join(root, path), "utf8")) as JsonObject;

test("the atlas command prints every path in English, in Thai, and as JSON", async () => {
  expect((await atlas("--flow", "pin")).out).toContain("1. done [done]");
  expect((await atlas("--flow", "pin", "--lang", "th")).out).toContain("ใส่ผิดครบจำนวนครั้ง");
  const data = JSON.parse((await atlas("--flow", "pin", "--json")).out) as { pin: JsonObject };
  expect(data.pin).toMatchObject({ flow: "pin", ways: 4, unshown: [] });
  const checked = JSON.parse((await atlas("--flow", "pin", "--check", "--json")).out) as JsonObject;
  expect(checked).toEqual(data);
});

test("the atlas command prints the limit, and how many paths are merged because of it", async () => {
  const { out } = await atlas("--flow", "kyc");
  expect(out).toMatch(/More than 60, so these are merged by where they end.*done \d+ of \d+/);
});

test("the atlas command prints how to use it and exits with 2 if an argument is unknown", async () => {
  for (const words of [
    ["--lang", "de"],
    ["--out", "x"],
  ]) {
    const { code, out } = await atlas(...words);
    expect([words, code, out.includes("npm run saphan -- atlas ")]).toEqual([words, 2, true]);
  }
});

test("the atlas command checks stored paths, describes a path that changed, and stores the paths that were accepted", async () => {
  expect(await atlas("--flow", "invest", "--check")).toMatchObject({
    code: 0,
    out: "invest: 30 paths as kept\n",
  });
  const flow = await read("flows/invest/flow.json");
  const steps = flow.steps as { [step: string]: JsonObject };
  // The change removes the step in which users accept a higher risk.
  const { acknowledge: _gone, ...rest } = steps;
  const amount = { ...steps.amount, next: [{ when: "risk-mismatch", to: "later" }, { to: "pay" }] };
  const review = JSON.parse(JSON.stringify(steps.review).replace('"answers.acknowledge.accepted?",', ""));
  const place = JSON.parse(
    JSON.stringify(steps.place).replace(',"riskAcknowledged?":"answers.acknowledge.accepted"', ""),
  );
  const invariants = (flow.invariants as readonly JsonObject[]).filter(
    ({ rule }) => rule !== "risk-acknowledged",
  );
  await rm(join(root, "schemas/invest/acknowledge.json"));
  await writeFile(
    join(root, "flows/invest/flow.json"),
    JSON.stringify({ ...flow, invariants, steps: { ...rest, amount, review, place } }),
  );
  await rm(join(root, "flows/invest/rules/risk-acknowledged.json"));
  const signature = await read("schemas/effects/orders.place.json");
  const requires = (signature.requires as readonly string[]).filter((rule) => rule !== "risk-acknowledged");
  await writeFile(
    join(root, "schemas/effects/orders.place.json"),
    JSON.stringify({ ...signature, requires }),
  );
  const checked = await atlas("--flow", "invest", "--check");
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringMatching(/paid:acknowledge: this person went on from .*\(amount\) to .*\(acknowledge\)/),
  ]);
  expect(checked.out).toContain("later:amount: new");
  const before = (await read("tests/definitions/paths/invest.json")).cases as readonly JsonObject[];
  const accepted = await atlas("--flow", "invest", "--accept");
  expect(accepted.out).toContain("paths written to");
  expect((await atlas("--flow", "invest", "--check")).code).toBe(0);
  const after = (await read("tests/definitions/paths/invest.json")).cases as readonly JsonObject[];
  const named = (cases: readonly JsonObject[], name: string) => cases.find((one) => one.name === name);
  expect(named(after, "paid")).toEqual(named(before, "paid"));
  expect(named(after, "paid:acknowledge")).toBeUndefined();
});

test("the atlas command can export to any folder, and writes equal bytes each time", async () => {
  const folder = join(root, "elsewhere");
  expect((await atlas("--flow", "sign-up", "--export", folder)).out).toContain("written to");
  const first = await readFile(join(folder, "sign-up.json"), "utf8");
  expect((await atlas("--flow", "sign-up", "--export", folder)).out).toContain("unchanged in");
  expect(await readFile(join(folder, "sign-up.json"), "utf8")).toBe(first);
  expect(first).toBe(await readFile(join(ROOT, "tests/definitions/paths/sign-up.json"), "utf8"));
});
