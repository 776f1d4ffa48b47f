import { expect, test } from "vitest";
import { checkFlags, type FlagSet, flagsFor } from "../../../engine/flags/index.ts";

const on = (name: string) => ({ name, enabled: true, strategies: [{ name: "default" }] });
const off = (name: string) => ({ ...on(name), enabled: false });
const set = (...features: FlagSet["features"]): FlagSet => ({ version: 2, features });

test("a switch that the set leaves out is off, and others do not reach the definition", () => {
  expect(flagsFor(["invest", "scb", "qr", "toString"], { invest: true, qr: false, other: true })).toEqual({
    invest: true,
    scb: false,
    qr: false,
    toString: false,
  });
});

test("a sound catalogue with its sets has no finding", () => {
  const catalogue = { invest: { owner: "fund" }, scb: { owner: "operations" } };
  const sets = { default: set(off("invest")), development: set(on("invest"), on("scb")) };
  expect(checkFlags({ catalogue, sets, hasMeaning: () => true })).toEqual([]);
});

test.each([
  [
    "a switch without an owner",
    { invest: { owner: "" } },
    { default: set(off("invest")) },
    true,
    "flags/catalogue.json#/invest no-owner",
  ],
  [
    "a switch without a meaning",
    { invest: { owner: "fund" } },
    { default: set(off("invest")) },
    false,
    "flags/catalogue.json#/invest no-meaning",
  ],
  [
    "a name that is not plain",
    { Invest: { owner: "fund" }, invest: { owner: "fund" } },
    { default: set(off("invest")) },
    true,
    "flags/catalogue.json#/Invest bad-name",
  ],
  [
    "a switch outside the catalogue",
    { invest: { owner: "fund" } },
    { default: set(off("invest")), runtime: set(on("gone")) },
    true,
    "flags/runtime.json#/features/0 unknown-flag",
  ],
  [
    "a switch that is there twice",
    { invest: { owner: "fund" } },
    { default: set(off("invest")), runtime: set(on("invest"), on("invest")) },
    true,
    "flags/runtime.json#/features/1 duplicate-id",
  ],
  [
    "a default set that opens ordering",
    { invest: { owner: "fund" } },
    { default: set(on("invest")) },
    true,
    "flags/default.json#/features/0 open-default",
  ],
  [
    "a default set that says nothing",
    { invest: { owner: "fund" } },
    { default: set() },
    true,
    "flags/default.json#/features open-default",
  ],
  ["no default set", { invest: { owner: "fund" } }, {}, true, "flags/default.json# no-default-set"],
] as const)("%s is found", (_title, catalogue, sets, meaning, found) => {
  const findings = checkFlags({ catalogue, sets, hasMeaning: () => meaning });
  expect(findings.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`)).toEqual([found]);
});
