import { describe, expect, test } from "vitest";
import { compileAbleToInvest } from "../server/able-to-invest.ts";
import { ROOT, readJson } from "./definition-files.ts";
import { travel } from "./traveller.ts";

const sentIn = {
  customerType: "INDIVIDUAL",
  email: "somying@example.com",
  isVerified: true,
  kycStatus: "PENDING",
  livenessStatus: "VERIFIED",
  onfidoStatus: "PENDING",
  verifioStatus: "PENDING",
  suitStatus: "VERIFIED",
  suitLevel: 4,
  suitMaxRisk: 7,
  agreeFatca: true,
  passDopa: true,
  contractVerified: true,
  hasPin: true,
  hadPin: true,
  bankName: "004",
};

describe("the decision whether a person may invest during the identity review", () => {
  // The overview uses the same rule, through `allowInvest` of the user record.
  test.each([
    { who: "sent in, nothing looked at yet", investor: sentIn },
    { who: "in review", investor: { ...sentIn, kycStatus: "REVIEW" } },
    { who: "a face that is looked at", investor: { ...sentIn, livenessStatus: "REVIEW" } },
    { who: "a face that is asked again", investor: { ...sentIn, livenessStatus: "REJECT" } },
    { who: "rejected", investor: { ...sentIn, kycStatus: "REJECTED" } },
    { who: "due again", investor: { ...sentIn, kycStatus: "OVERDUE" } },
    { who: "ordering closed", investor: sentIn, invest: false },
  ])(
    "the decision on investing is the same at the end of the verification, on the overview and at /invest: $who",
    async (of) => {
      const { investor, invest = true } = of;
      const flags = { "new-kyc": true, "revamped-kyc": true, invest };
      const facts = { investor, legal: null, contract: { state: "SIGNED" }, today: { date: "2026-11-23" } };
      const kyc = await travel("kyc", { flags, facts });
      const ordered = await travel("invest", { flags, facts });
      const mayInvest = !["closed", "not-able"].includes(ordered.walk.at.step);
      expect(kyc.walk.read("derived.investing") === "open").toBe(mayInvest);
      expect(invest && (await compileAbleToInvest(ROOT)(investor))).toBe(mayInvest);
    },
  );

  test.each(["done", "done-company"])("decides what the end “%s” shows", (end) => {
    const { steps } = readJson("flows/kyc/flow.json") as never as {
      readonly steps: { readonly [step: string]: { readonly shows: readonly unknown[] } };
    };
    expect(steps[end]?.shows).toContainEqual({ value: "derived.investing?", role: "note" });
  });
});

describe("the review step in a flow for orders", () => {
  test.each([
    // An unpaid order may be cancelled until its payment deadline, a sell order until the cut-off of its NAV
    // day.
    { flow: "invest", value: "facts.dealing.payBy" },
    { flow: "reduce", value: "facts.dealing.cutOff" },
    { flow: "switch", value: "facts.dealing.cutOff" },
  ])("shows the deadline for cancelling the order: flow $flow", ({ flow, value }) => {
    const { steps } = readJson(`flows/${flow}/flow.json`) as never as {
      readonly steps: { readonly review: { readonly shows: readonly unknown[] } };
    };
    expect(steps.review.shows).toContainEqual({ value, role: "note" });
    for (const lng of ["en", "th"]) {
      const { facts } = (
        readJson(`locales/${lng}/order.json`) as never as { [flow: string]: { facts: never } }
      )[flow] as {
        readonly facts: { readonly dealing: { readonly [name: string]: { readonly note?: string } } };
      };
      const name = value.split(".")[2] ?? "";
      expect(facts.dealing[name]?.note).toMatch(/cancel|ยกเลิก/);
    }
  });
});
