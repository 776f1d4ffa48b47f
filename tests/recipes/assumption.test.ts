import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenAssumption } from "../../engine/flow/index.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("An assumption");
});
afterAll(() => kitchen.clear());

test.each(["invest", "kyc", "pin"])(
  "the flow %s has no findings after the documented recipe for an assumption is applied",
  async (flow) => {
    expect(await kitchen.findings(flow)).toEqual([]);
  },
);

test("an added assumption is checked against the data that the fact's provider returns", async () => {
  const compiled = await kitchen.compiled("pin");
  expect(brokenAssumption(compiled, "investor", { walletAddress: "0x1" })).toEqual({
    fact: "investor",
    rule: "possible-wallet",
    clauses: ["sent-in"],
  });
  expect(brokenAssumption(compiled, "investor", { walletAddress: "0x1", kycStatus: "PENDING" })).toBeNull();
});
