import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFlags, type FlagCatalogue, type FlagSet } from "../../engine/flags/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { openFlags } from "../../server/flags/index.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";
import { walkWith } from "./walk-in-memory.ts";

const CONTACT = { name: "Dao", email: "dao@example.com", phone: "0812345678", topic: "OPEN_ACCOUNT" };

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A step");
  await kitchen.cook("A flag");
});
afterAll(() => kitchen.clear());

test("the recipe for a switch leaves no findings, neither in the flow nor in the sets of switches", async () => {
  expect(await kitchen.findings("contact-back")).toEqual([]);
  const words = await Promise.all(["th", "en"].map((lng) => kitchen.json(`locales/${lng}/flag.json`)));
  const sets: { [name: string]: FlagSet } = {};
  for (const name of ["development", "runtime", "default"])
    sets[name] = (await kitchen.json(`flags/${name}.json`)) as FlagSet;
  const catalogue = (await kitchen.json("flags/catalogue.json")) as FlagCatalogue;
  const hasMeaning = (flag: string) => words.every((texts) => typeof texts[flag] === "object");
  expect(checkFlags({ catalogue, sets, hasMeaning })).toEqual([]);
});

test.each([
  ["development", true, { kind: "form", step: "day" }],
  ["runtime", false, { kind: "review", step: "review" }],
] as const)(
  "an added switch has, in the set %s, the value %s, and the flow behaves accordingly",
  async (env, on, at) => {
    const set = await openFlags({ env, rootDir: kitchen.root, unleashUrl: null, unleashToken: null });
    const flags = set.for({ visitor: "somebody" }, ["call-day"]);
    set.close();
    expect(flags).toEqual({ "call-day": on });
    const compiled = await kitchen.compiled("contact-back");
    const { walk } = walkWith(compiled, { flags, answers: [["contact", CONTACT]] });
    expect(walk.at).toMatchObject(at satisfies JsonObject);
  },
);

test("a switch that no set contains is off", async () => {
  const compiled = await kitchen.compiled("contact-back");
  expect(walkWith(compiled, { answers: [["contact", CONTACT]] }).walk.at).toMatchObject({ kind: "review" });
});
