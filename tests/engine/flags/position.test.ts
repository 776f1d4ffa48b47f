import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkProposal,
  type Feature,
  type FlagCatalogue,
  type FlagSet,
  featureAt,
  type Position,
  positionOf,
  protectiveSide,
  reachIn,
  writtenDifferently,
} from "../../../engine/flags/index.ts";

const some = <One extends string>(...all: readonly One[]) => fc.subarray([...all], { minLength: 1 });
const position = fc.record(
  {
    on: fc.boolean(),
    from: fc.constantFrom("2026-03-01", "2026-12-31"),
    until: fc.constantFrom("2027-01-01", "2028-02-29"),
    percent: fc.integer({ min: 1, max: 99 }),
    accounts: some("a-1", "b-2", "c-3"),
    tiers: some("standard", "plus", "prestige"),
    customerTypes: some("INDIVIDUAL", "JURISTIC"),
  },
  { requiredKeys: ["on"] },
) as fc.Arbitrary<Position>;

describe("featureAt", () => {
  it("turns a position into a switch from which positionOf reads the position again", () => {
    fc.assert(
      fc.property(position, (given) => {
        expect(positionOf(featureAt("one", given, undefined))).toEqual(given);
      }),
    );
  });

  it("returns the switch unchanged if the position is unchanged", () => {
    fc.assert(
      fc.property(position, (given) => {
        const first = featureAt("one", given, undefined);
        expect(featureAt("one", given, first)).toEqual(first);
      }),
    );
  });

  it("keeps the remaining members of a switch, such as variants", () => {
    const variants = [{ name: "red", weight: 1000 }];
    const before = { name: "one", enabled: false, strategies: [], variants, stale: true };
    expect(featureAt("one", { on: true }, before)).toMatchObject({ enabled: true, variants, stale: true });
  });

  it.each<[Position, string]>([
    [{ on: true }, "everybody"],
    [{ on: false, percent: 20 }, "nobody"],
    [{ on: true, percent: 20 }, "some"],
    [{ on: true, percent: 100 }, "everybody"],
    [{ on: true, accounts: ["a-1"] }, "some"],
    [{ on: true, from: "2026-03-01" }, "some"],
  ])("the switch in the position %j is on for %s", (given, reach) => {
    expect(reachIn({ version: 2, features: [featureAt("one", given, undefined)] })).toEqual({ one: reach });
  });
});

it.each<[string, Partial<Feature> & Pick<Feature, "enabled">]>([
  ["another rule", { enabled: true, strategies: [{ name: "gradualRolloutUserId" }] }],
  ["a dependency", { enabled: true, strategies: [{ name: "default" }], dependencies: [{ feature: "two" }] }],
  ["a segment", { enabled: true, strategies: [{ name: "default", segments: [1] }] }],
  ["no list of strategies", { enabled: true }],
])("positionOf returns no position for a switch with %s", (_, feature) => {
  expect(positionOf({ name: "one", ...feature })).toBeNull();
});

describe("checkProposal", () => {
  const catalogue: FlagCatalogue = {
    whole: { owner: "fund", scope: "portal" },
    own: { owner: "fund" },
    guard: { owner: "fund", protects: true },
    mock: { owner: "fund", mock: true },
  };
  const guard: Feature = { name: "guard", enabled: true, strategies: [{ name: "default" }] };
  const set = (features: readonly Feature[], segments: FlagSet["segments"] = []): FlagSet => ({
    version: 2,
    features: [guard, ...features],
    segments: segments ?? [],
  });
  const on = (name: string, strategy: object = {}): Feature => ({
    name,
    enabled: true,
    strategies: [{ name: "default", ...strategy }],
  });
  const faults = (after: FlagSet, real = false, before = set([])) =>
    checkProposal({ before, after, catalogue, real }).map(({ pointer, says }) => `${pointer} ${says.key}`);
  const among = { contextName: "tier", operator: "IN", values: ["plus"] };
  const rollout = (rollout: string, stickiness = "default") => ({
    name: "flexibleRollout",
    parameters: { rollout, stickiness },
  });

  it.each<[string, FlagSet, readonly string[]]>([
    ["a position of each kind", set([on("whole"), on("own", { constraints: [among] })]), []],
    ["an unknown switch", set([on("gone")]), ["/changes/gone unknown-flag"]],
    ["a name that every object has", set([on("constructor")]), ["/changes/constructor unknown-flag"]],
    ["a switch twice", set([on("own"), on("own")]), ["/changes/own duplicate-id"]],
    [
      "a group for a switch of the whole portal",
      set([on("whole", { constraints: [among] })]),
      ["/changes/whole switch-portal"],
    ],
    [
      "a percentage for a switch of the whole portal",
      set([on("whole", rollout("50"))]),
      ["/changes/whole switch-portal"],
    ],
    [
      "a switch of the whole portal with a personal segment",
      set([on("whole", { segments: [1] })], [{ id: 1, constraints: [among] }]),
      ["/changes/whole switch-portal"],
    ],
    ["a share of zero percent", set([on("own", rollout("0"))]), ["/changes/own switch-percent"]],
    [
      "an empty list of accounts",
      set([on("own", { name: "userWithId", parameters: { userIds: "" } })]),
      ["/changes/own switch-nobody"],
    ],
    [
      "an empty list of allowed values",
      set([on("own", { constraints: [{ ...among, values: [] }] })]),
      ["/changes/own switch-nobody"],
    ],
    ["a share that is not a number", set([on("own", rollout("many"))]), ["/changes/own switch-percent"]],
    ["a random share", set([on("own", rollout("50", "random"))]), ["/changes/own switch-by-chance"]],
    ["another strategy", set([on("own", { name: "remoteAddress" })]), ["/changes/own switch-strategy"]],
    [
      "another context field",
      set([on("own", { constraints: [{ ...among, contextName: "appName" }] })]),
      ["/changes/own switch-context"],
    ],
    [
      "a date that does not exist",
      set([
        on("own", { constraints: [{ contextName: "currentTime", operator: "DATE_AFTER", value: "soon" }] }),
      ]),
      ["/changes/own switch-context"],
    ],
    ["an unknown segment", set([on("own", { segments: [7] })]), ["/changes/own unknown-segment"]],
    ["no list of strategies", set([{ name: "own", enabled: true }]), ["/changes/own switch-no-strategies"]],
  ])("returns the expected faults for a proposal with %s", (_, after, found) => {
    expect(faults(after)).toEqual(found);
  });

  it("ignores a switch that the proposal does not change", () => {
    const odd = on("own", { name: "remoteAddress" });
    expect(faults(set([odd, on("whole")]), false, set([odd]))).toEqual([]);
  });

  it("rejects a set for real users in which a protection is off or a mock is on", () => {
    expect(faults(set([on("mock")]), false)).toEqual([]);
    expect(faults(set([on("mock")]), true)).toEqual(["/features/1 mock-in-use"]);
    const open = { version: 2, features: [{ ...guard, enabled: false }] };
    expect(faults(open, true)).toEqual(["/features/0 unprotected-set"]);
  });

  it("treats a switch as changed if a segment of the switch changed", () => {
    const withSegment = (constraints: readonly unknown[]) =>
      set([on("own", { segments: [1] })], [{ id: 1, constraints }]);
    expect(writtenDifferently(withSegment([among]), withSegment([]))).toEqual(["own"]);
    expect(writtenDifferently(withSegment([among]), withSegment([among]))).toEqual([]);
  });
});

it.each<[FlagCatalogue[string], "on" | "off" | null]>([
  [{ owner: "fund", protects: true }, "on"],
  [{ owner: "fund", protects: "off" }, "off"],
  [{ owner: "fund", mock: true }, "off"],
  [{ owner: "fund" }, null],
])("the protective state of a switch with the catalogue entry %j is %s", (entry, side) => {
  expect(protectiveSide(entry)).toBe(side);
});
