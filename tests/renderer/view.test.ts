import { describe, expect, it } from "vitest";
import { linkAddress, mendAddress } from "../../renderer/flow/addresses.ts";
import { openSteps, stepAfter, stepBefore } from "../../renderer/flow/view.ts";
import type { View } from "../../renderer/kit/api/answers.ts";
import { safeNext } from "../../renderer/portal/account/safe-next.ts";

const view = {
  trail: [
    { step: "card", to: "check", frozen: true },
    { step: "check", to: "general", frozen: true },
    { step: "general", to: "gate", frozen: false },
    { step: "gate", to: "work", frozen: false },
    { step: "work", to: "review", frozen: false },
  ],
} as unknown as View;
/** Pages of flows as each flow declares them. */
const PAGES = { kyc: "/kyc", invest: "/invest", "contact-back": "/contact" };
const isForm = (step: string) => ["card", "general", "work"].includes(step);

describe("back navigation", () => {
  it("leads only to forms that the user may still change", () => {
    expect(openSteps(view, isForm)).toEqual(["general", "work"]);
  });

  it.each([
    ["from the current step to the last form", stepBefore(["general", "work"], "review"), "work"],
    ["from a form to the previous one", stepBefore(["general", "work"], "work"), "general"],
    ["from the first form out of the flow", stepBefore(["general", "work"], "general"), null],
    ["forward to the next form on the path", stepAfter(["general", "work"], "general"), "work"],
    ["forward to the current step from the last form", stepAfter(["general", "work"], "work"), null],
  ])("leads the user %s", (_what, found, expected) => {
    expect(found).toBe(expected);
  });
});

describe("the links in a flow's definition", () => {
  it.each([
    ["flow:kyc", "/kyc"],
    ["flow:contact-back", "/contact"],
    ["flow:data-request", "/flows/data-request"],
    ["/overview", "/overview"],
  ])("lead from %s to %s", (link, address) => {
    expect(linkAddress(link, PAGES)).toBe(address);
  });

  it("lead to the flow's own screen for an answer, and are missing if no answer can be changed", () => {
    expect(mendAddress("answers.amount.amount", "invest", PAGES)).toBe("/invest?step=amount");
    expect(mendAddress("none", "invest", PAGES)).toBeNull();
    expect(mendAddress("https://elsewhere.example", "invest", PAGES)).toBeNull();
  });
});

describe("the page after log-in", () => {
  it.each([
    ["/invest?strategy=M-BTCA", "/invest?strategy=M-BTCA"],
    ["//elsewhere.example", null],
    ["/\\elsewhere.example", null],
    ["/\t/elsewhere.example", null],
    ["/\n/elsewhere.example", null],
    ["/over\u0000view", null],
    ["https://elsewhere.example", null],
    ["/login", null],
    [undefined, null],
  ])("the page after log-in for the address parameter next=%s is %s", (next, taken) => {
    expect(safeNext(next)).toBe(taken);
  });
});
