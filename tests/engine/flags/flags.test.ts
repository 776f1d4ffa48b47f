import { expect, test } from "vitest";
import { checkFlags, type Feature, type FlagSet, flagsFor } from "../../../engine/flags/index.ts";

const on = (name: string): Feature => ({ name, enabled: true, strategies: [{ name: "default" }] });
const off = (name: string): Feature => ({ ...on(name), enabled: false });
const set = (...features: FlagSet["features"]): FlagSet => ({ version: 2, features });

test("a switch that the set omits is off, and a definition cannot read switches that the flow does not declare", () => {
  expect(flagsFor(["invest", "scb", "qr", "toString"], { invest: true, qr: false, other: true })).toEqual({
    invest: true,
    scb: false,
    qr: false,
    toString: false,
  });
});

test("the check of a catalogue reports nothing if the catalogue and the sets of switches are sound", () => {
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
    "a switch without a description",
    { invest: { owner: "fund" } },
    { default: set(off("invest")) },
    false,
    "flags/catalogue.json#/invest no-meaning",
  ],
  [
    "an invalid name",
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
    "a duplicate switch",
    { invest: { owner: "fund" } },
    { default: set(off("invest")), runtime: set(on("invest"), on("invest")) },
    true,
    "flags/runtime.json#/features/1 duplicate-id",
  ],
  [
    "a default set that turns ordering on",
    { invest: { owner: "fund" } },
    { default: set(on("invest")) },
    true,
    "flags/default.json#/features/0 open-default",
  ],
  [
    "an empty default set",
    { invest: { owner: "fund" } },
    { default: set() },
    true,
    "flags/default.json#/features open-default",
  ],
  [
    "a protecting switch in the default set although the catalogue already turns it on",
    { invest: { owner: "fund" }, guard: { owner: "identity", protects: true } },
    { default: set(off("invest"), on("guard")) },
    true,
    "flags/default.json#/features/1 open-default",
  ],
  [
    "a switch in the default set that is not a protecting one",
    { invest: { owner: "fund" }, news: { owner: "content" } },
    { default: set(off("invest"), on("news")) },
    true,
    "flags/default.json#/features/1 open-default",
  ],
  [
    "an unknown segment",
    { invest: { owner: "fund" } },
    {
      default: set(off("invest")),
      runtime: {
        ...set({ ...on("invest"), strategies: [{ name: "default", segments: [1, 2] }] }),
        segments: [{ id: 1 }],
      },
    },
    true,
    "flags/runtime.json#/features/0/strategies/0/segments/1 unknown-segment",
  ],
  ["no default set", { invest: { owner: "fund" } }, {}, true, "flags/default.json# no-default-set"],
] as const)("the check of a catalogue reports %s", (_title, catalogue, sets, meaning, found) => {
  const findings = checkFlags({ catalogue, sets, hasMeaning: () => meaning });
  expect(findings.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`)).toEqual([found]);
});
