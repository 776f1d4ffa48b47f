import { expect, test } from "vitest";
import { checkFlags, type FlagSet, flagsFor } from "../../../engine/flags/index.ts";

const on = (name: string) => ({ name, enabled: true, strategies: [{ name: "default" }] });
const off = (name: string) => ({ ...on(name), enabled: false });
const set = (...features: FlagSet["features"]): FlagSet => ({ version: 2, features });

test("a switch that the set leaves out is off, and others do not reach the definition", () => {
  expect(flagsFor(["invest", "scb", "toString"], { invest: true, other: true })).toEqual({
    invest: true,
    scb: false,
    toString: false,
  });
});

test("a sound catalogue with its sets has no finding", () => {
  const catalogue = { invest: { owner: "fund" }, scb: { owner: "operations" } };
  const sets = { default: set(off("invest")), development: set(on("invest"), on("scb")) };
  expect(checkFlags({ catalogue, sets, hasMeaning: () => true })).toEqual([]);
});

test.each([
  ["a switch without an owner", { invest: { owner: "" } }, { default: set(off("invest")) }, true, "no-owner"],
  [
    "a switch without a meaning",
    { invest: { owner: "fund" } },
    { default: set(off("invest")) },
    false,
    "no-meaning",
  ],
  [
    "a name that is not plain",
    { Invest: { owner: "fund" }, invest: { owner: "fund" } },
    { default: set(off("invest")) },
    true,
    "bad-name",
  ],
  [
    "a switch outside the catalogue",
    { invest: { owner: "fund" } },
    { default: set(off("invest")), runtime: set(on("gone")) },
    true,
    "unknown-flag",
  ],
  [
    "a switch that is there twice",
    { invest: { owner: "fund" } },
    { default: set(off("invest")), runtime: set(on("invest"), on("invest")) },
    true,
    "duplicate-id",
  ],
  [
    "a default set that opens ordering",
    { invest: { owner: "fund" } },
    { default: set(on("invest")) },
    true,
    "open-default",
  ],
  [
    "a default set that says nothing",
    { invest: { owner: "fund" } },
    { default: set() },
    true,
    "open-default",
  ],
  ["no default set", { invest: { owner: "fund" } }, {}, true, "no-default-set"],
] as const)("%s is found", (_title, catalogue, sets, meaning, code) => {
  const findings = checkFlags({ catalogue, sets, hasMeaning: () => meaning });
  expect(findings.map((finding) => finding.code)).toEqual([code]);
});
