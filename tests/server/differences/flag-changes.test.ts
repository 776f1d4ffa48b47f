import { beforeAll, describe, expect, it } from "vitest";
import type { Feature, FlagCatalogue, FlagSet, Strategy } from "../../../engine/flags/index.ts";
import type { Definition } from "../../../engine/flow/definition.ts";
import { catalogueLost, flagChanges } from "../../../server/differences/flag-changes.ts";
import { loadFlow, readJson } from "../../definitions/definition-files.ts";

const catalogue = readJson("flags/catalogue.json") as FlagCatalogue;
const titleOf = (flag: string) => ({ th: flag, en: flag });
let invest: Definition;
beforeAll(async () => {
  invest = await loadFlow("invest");
});

type Switches = { readonly [flag: string]: boolean | readonly Strategy[] | Omit<Feature, "name"> };

function setOf(switches: Switches, segments: FlagSet["segments"] = []): FlagSet {
  const features = Object.entries(switches).map(([name, on]): Feature => {
    if (typeof on === "boolean") return { name, enabled: on, strategies: [{ name: "default" }] };
    return Array.isArray(on) ? { name, enabled: true, strategies: on } : { ...(on as Feature), name };
  });
  return { version: 2, features, segments: segments ?? [] };
}

/** Returns the report, in English, for the replacement of one set by another. */
function told(before: FlagSet, after: FlagSet) {
  const { lost, says } = flagChanges({ before, after }, { catalogue, titleOf, definitions: [invest] });
  return { lost: lost.map(({ en }) => en), says: says.map(({ en }) => en) };
}

const half: Strategy = { name: "flexibleRollout", parameters: { rollout: "50", stickiness: "userId" } };
const companies = { contextName: "customerType", operator: "IN", values: ["JURISTIC"] };

describe("the comparison of two versions of a flag set", () => {
  it("shows which switch is on for whom, which steps become inactive, and what then runs without them", () => {
    const open = { invest: true, "otp-on-buy-sell": true };
    expect(told(setOf(open), setOf({ ...open, "otp-on-buy-sell": false }))).toEqual({
      lost: [
        "Invest: “Enter the code from your e-mail” sleeps now for everybody or for some, and this is done without it: Placing your order",
      ],
      says: [
        "otp-on-buy-sell: on for everybody, now off for everybody",
        "Invest: these steps sleep now: Enter the code from your e-mail",
      ],
    });
    expect(told(setOf({ invest: true }), setOf(open))).toEqual({
      lost: [],
      says: [
        "otp-on-buy-sell: off for everybody, now on for everybody",
        "Invest: these steps are awake now: Enter the code from your e-mail",
      ],
    });
    expect(told(setOf(open), setOf({ ...open, "otp-on-buy-sell": [half] }))).toEqual({
      lost: [
        "Invest: “Enter the code from your e-mail” sleeps now for everybody or for some, and this is done without it: Placing your order",
      ],
      says: [
        "otp-on-buy-sell: on for everybody, now on for 50% of people, drawn by userId",
        "Invest: these steps are now awake for some people only, by otp-on-buy-sell: Enter the code from your e-mail",
      ],
    });
  });

  it.each<[string, Switches[string], Switches[string], string]>([
    [
      "a wider rollout",
      [half],
      [{ ...half, parameters: { ...half.parameters, rollout: "75" } }],
      "on for 50% of people, drawn by userId, now on for 75% of people, drawn by userId",
    ],
    [
      "another list of people",
      [{ name: "userWithId", parameters: { userIds: "p1" } }],
      [{ name: "userWithId", parameters: { userIds: "p1,p2" } }, half],
      "on for the accounts p1, now on for the accounts p1, p2, or 50% of people, drawn by userId",
    ],
    [
      "a constraint that is reversed",
      [{ name: "default", constraints: [companies] }],
      [{ name: "default", constraints: [{ ...companies, inverted: true }] }],
      "on for those whose customer type is one of Company, now on for those whose customer type is none of Company",
    ],
    [
      "a segment in place of all users",
      true,
      [{ name: "default", segments: [1] }],
      "on for everybody, now on for those whose customer type is one of Company",
    ],
    [
      "a condition on another switch",
      [half],
      { enabled: true, strategies: [half], dependencies: [{ feature: "scb", enabled: true }] },
      "on for 50% of people, drawn by userId, now on for 50% of people, drawn by userId, while scb is on",
    ],
  ])("reports %s", (_, before, after, says) => {
    const segments = [{ id: 1, constraints: [companies] }];
    const [old, now] = [before, after].map((one) => setOf({ scb: true, switching: one }, segments)) as [
      FlagSet,
      FlagSet,
    ];
    expect(told(old, now)).toEqual({ lost: [], says: [`switching: ${says}`] });
  });

  it("reports no change for users if only the order or a comment changed", () => {
    const two = [half, { name: "userWithId", parameters: { userIds: "p1" } }];
    const old = setOf({ switching: two, scb: false });
    const now = setOf({ scb: [], switching: { enabled: true, strategies: [...two].reverse(), remark: "x" } });
    const scbOff = {
      ...now,
      features: now.features.map((one) => (one.name === "scb" ? { ...one, enabled: false } : one)),
    };
    expect(told(old, scbOff)).toEqual({
      lost: [],
      says: ["every switch is on for the same people as before"],
    });
  });

  it("begins with a protecting switch that is off for any user, and a mock that is on", () => {
    const guarded = setOf({ "aml-check": true, "mock-email-otp": false });
    expect(told(guarded, setOf({ "aml-check": [half], "mock-email-otp": true })).lost).toEqual([
      "aml-check protects, and is no longer on for everybody",
      "mock-email-otp is a mock, and is on now",
    ]);
    expect(told(setOf({}), guarded).lost).toEqual([]);
  });
});

it("the report on a changed flag catalogue names a switch that no longer counts as protecting", () => {
  const { protects: _, ...open } = catalogue["aml-check"] ?? { owner: "" };
  const after = { ...catalogue, "aml-check": open };
  expect(catalogueLost({ before: catalogue, after }, titleOf).map(({ en }) => en)).toEqual([
    "aml-check is no longer guarded as a switch that protects, or as a mock",
  ]);
  expect(catalogueLost({ before: after, after: catalogue }, titleOf)).toEqual([]);
});
