import { afterAll, beforeAll, expect, test } from "vitest";
import { findText } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";
import { walkWith } from "./walk-in-memory.ts";

const FACTS: { readonly [fact: string]: JsonObject } = {
  investor: {
    customerType: "INDIVIDUAL",
    email: "dao@example.com",
    isVerified: true,
    agreeFatca: true,
    passDopa: true,
    kycStatus: "VERIFIED",
    contractVerified: true,
    suitStatus: "VERIFIED",
    suitLevel: 5,
    suitMaxRisk: 8,
    livenessStatus: "VERIFIED",
    hasPin: true,
  },
  dealing: {
    today: "2026-11-23",
    navDate: "2026-11-23",
    cutOff: "2026-11-23T07:00:00Z",
    allotmentDate: "2026-11-24",
    payBy: "2026-11-26T07:00:00Z",
    beforeCutOff: true,
  },
  strategy: {
    code: "M-BTCA",
    riskLevel: 7,
    minFirst: "10000.00",
    minNext: "10000.00",
    maxOrder: "100000000.00",
    feeBps: 100,
    vatBps: 700,
    open: true,
    nav: "12.5000",
    navAsOf: "2026-11-20",
  },
  holding: { has: false, units: "0.0000" },
};

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A rule");
});
afterAll(() => kitchen.clear());

test("the recipe for a rule leaves no findings, and the cases of the rule have the stated results", async () => {
  expect(await kitchen.findings("invest")).toEqual([]);
});

test.each([
  ["5000000.00", []],
  ["5000000.01", ["online-limit.most"]],
  ["9999.99", ["minimum.first"]],
] as const)("an added rule gives for the amount %s the errors %j", async (amount, codes) => {
  const compiled = await kitchen.compiled("invest");
  const { refused } = walkWith(compiled, {
    facts: FACTS,
    flags: { invest: true },
    answers: [
      ["choose", { strategy: "M-BTCA" }],
      ["amount", { amount }],
    ],
  });
  expect(refused.map(({ code }) => code)).toEqual(codes);
  for (const { pointer } of refused) expect(pointer).toBe("/amount");
});

test("the reason of an added rule is shown in both languages", async () => {
  const { definition } = await kitchen.compiled("invest");
  const say = (language: Language) => findText(definition.texts, language, ["warning:invest.onlineLimit"]);
  expect(say("th")).toMatch(/[ก-๙].*5,000,000/);
  expect(say("en")).toContain("at most 5,000,000 baht");
});
