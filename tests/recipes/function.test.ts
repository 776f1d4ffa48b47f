import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trade } from "../../engine/flow/index.ts";
import { load, verify } from "../../engine/verify/lint/index.ts";
import { readSource } from "../../server/sources/source.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";

const FLOW = "flows/kyc/flow.json";

let kitchen: Kitchen;
let trade: Trade;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A format or a function");
  const domain = (await import(
    /* @vite-ignore */ pathToFileURL(join(kitchen.root, "domain/index.ts")).href
  )) as { readonly trade: Trade };
  trade = domain.trade;
});
afterAll(() => kitchen.clear());

test("an added function returns a value, and no value where its description says so", () => {
  const { minOf } = trade.functions;
  expect(minOf?.run(3, [2, 7])).toBe(2);
  expect(minOf?.run([])).toBeUndefined();
});

test("a flow may use an added function, and a wrong argument is reported", async () => {
  const before = await readFile(join(kitchen.root, FLOW), "utf8");
  const derived = (fn: string, args: readonly unknown[]) => {
    const flow = JSON.parse(before) as { derived: { [name: string]: unknown } };
    return JSON.stringify({ ...flow, derived: { ...flow.derived, least: { fn, args } } });
  };
  const errors = async (text: string) => {
    await writeFile(join(kitchen.root, FLOW), text);
    const { source } = await readSource(kitchen.root, "kyc");
    if (load(source, trade).ok) return [];
    return verify(source, trade).findings.map(({ code }) => code);
  };
  expect(await errors(derived("minOf", ["derived.age", "derived.ageScore"]))).toEqual([]);
  expect(await errors(derived("minOf", ["answers.general.firstNameTh"]))).not.toEqual([]);
});
