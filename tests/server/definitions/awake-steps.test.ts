import { expect, it } from "vitest";
import { sleepUnder } from "../../../server/definitions/awake-steps.ts";
import { loadFlow } from "../../definitions/definition-files.ts";

it("a set of flags says which steps sleep for everybody and which for some", async () => {
  const invest = await loadFlow("invest");
  expect(sleepUnder(invest, { invest: "everybody" })).toEqual({
    nobody: ["otp", "closed"],
    some: [],
    by: [],
  });
  expect(sleepUnder(invest, { invest: "everybody", "otp-on-buy-sell": "some" })).toEqual({
    nobody: ["closed"],
    some: ["otp"],
    by: ["otp-on-buy-sell"],
  });
  const { nobody, some, by } = sleepUnder(invest, { invest: "some" });
  expect({ nobody, by }).toEqual({ nobody: ["otp"], by: ["invest"] });
  expect(some).toContain("closed");
  expect(some).toContain("place");
  expect(sleepUnder(invest, { invest: "nobody" }).nobody).toContain("place");
});
