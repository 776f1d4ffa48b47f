import { expect, it } from "vitest";
import { sleepUnder } from "../../../server/differences/awake-steps.ts";
import { loadFlow } from "../../definitions/definition-files.ts";

it("the comparison shows which steps a flag set makes inactive, for all users or for some", async () => {
  const invest = await loadFlow("invest");
  expect(sleepUnder(invest, { invest: "everybody" })).toEqual({
    nobody: ["otp", "closed"],
    some: [],
    by: [],
    guards: [{ step: "otp", before: ["place"] }],
  });
  expect(sleepUnder(invest, { invest: "everybody", "otp-on-buy-sell": "some" })).toEqual({
    nobody: ["closed"],
    some: ["otp"],
    by: ["otp-on-buy-sell"],
    guards: [{ step: "otp", before: ["place"] }],
  });
  const { nobody, some, by } = sleepUnder(invest, { invest: "some" });
  expect({ nobody, by }).toEqual({ nobody: ["otp"], by: ["invest"] });
  expect(some).toContain("closed");
  expect(some).toContain("place");
  expect(sleepUnder(invest, { invest: "nobody" }).nobody).toContain("place");
});

it("the comparison distinguishes an inactive guard of an active effect from a harmless inactive step", async () => {
  const kyc = await loadFlow("kyc");
  const flags = {
    "new-kyc": "everybody",
    "revamped-kyc": "everybody",
    "national-digital-id": "everybody",
  } as const;
  const guards = ({ guards: found }: ReturnType<typeof sleepUnder>) => found.map(({ step }) => step);
  expect(sleepUnder(kyc, flags).nobody).toContain("closed");
  expect(guards(sleepUnder(kyc, flags))).toEqual(["documents", "liveness"]);
  expect(guards(sleepUnder(kyc, { ...flags, "use-identity-vendor": "everybody" }))).toEqual([]);
  expect(guards(sleepUnder(kyc, {}))).toEqual([]);
});
