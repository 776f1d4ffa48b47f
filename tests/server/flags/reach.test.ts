import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Feature, type FlagSet, reachIn } from "../../../engine/flags/index.ts";
import { type FlagContext, type Flags, openFlags } from "../../../server/flags/index.ts";

let rootDir: string;
let flags: Flags;
beforeAll(async () => {
  rootDir = mkdtempSync(join(tmpdir(), "saphan-reach-"));
  mkdirSync(join(rootDir, "flags"));
  write({ version: 2, features: [] });
  flags = await openFlags({ env: "development", rootDir, unleashUrl: null, unleashToken: null });
});
afterAll(() => {
  flags.close();
  rmSync(rootDir, { recursive: true, force: true });
});
const write = (set: FlagSet) =>
  writeFileSync(join(rootDir, "flags", "development.json"), JSON.stringify(set));

const NAMES = ["a", "b", "c", "d"];
const PEOPLE: readonly FlagContext[] = [
  {},
  { visitor: "v-1" },
  ...Array.from({ length: 12 }, (_, at) => ({
    personId: `person-${at}`,
    properties: { customerType: at % 2 === 0 ? "INDIVIDUAL" : "JURISTIC" },
  })),
];

const constraint = fc.record({
  contextName: fc.constantFrom("customerType", "userId", "environment", "nothing"),
  operator: fc.constantFrom("IN", "NOT_IN", "STR_STARTS_WITH"),
  values: fc.subarray(["INDIVIDUAL", "person-3", "development", ""]),
  inverted: fc.boolean(),
});
const strategy = fc.record(
  {
    name: fc.constantFrom("default", "flexibleRollout", "userWithId", "gradualRolloutUserId", "gone"),
    parameters: fc.record(
      {
        rollout: fc.constantFrom("0", "40", "100", "many"),
        stickiness: fc.constantFrom("default", "random", "userId", ""),
        userIds: fc.constantFrom("", "person-1,person-2"),
        percentage: fc.constantFrom("0", "50", "100"),
      },
      { requiredKeys: ["rollout"] },
    ),
    constraints: fc.array(constraint, { maxLength: 2 }),
    segments: fc.array(fc.constantFrom(1, 2, 3, 9), { maxLength: 2 }),
  },
  { requiredKeys: ["name", "parameters"] },
);
const featureOf = (name: string) =>
  fc.record(
    {
      name: fc.constant(name),
      enabled: fc.boolean(),
      strategies: fc.array(strategy, { maxLength: 3 }),
      dependencies: fc.array(
        fc.record(
          {
            feature: fc.constantFrom(...NAMES.filter((other) => other !== name), "gone"),
            enabled: fc.boolean(),
          },
          { requiredKeys: ["feature"] },
        ),
        { maxLength: 1 },
      ),
    },
    { requiredKeys: ["name", "enabled"] },
  );
const set: fc.Arbitrary<FlagSet> = fc.record({
  version: fc.constant(2),
  features: fc.tuple(...NAMES.map(featureOf)).map((features) => features as readonly Feature[]),
  segments: fc.tuple(
    fc.record({ id: fc.constant(1), constraints: fc.array(constraint, { minLength: 1, maxLength: 2 }) }),
    fc.record({ id: fc.constant(2), constraints: fc.constant([]) }),
    fc.record({ id: fc.constant(3), constraints: fc.array(constraint, { maxLength: 1 }) }),
  ),
});

it("a switch that is computed to reach everybody or nobody does so in the Unleash client as well", async () => {
  const seen = { nobody: 0, some: 0, everybody: 0 };
  await fc.assert(
    fc.asyncProperty(set, async (given) => {
      write(given);
      await flags.reload();
      const reach = reachIn(given);
      for (const name of NAMES) {
        const said = reach[name] as keyof typeof seen;
        seen[said] += 1;
        for (const person of PEOPLE) {
          const { [name]: on } = flags.for(person, [name]);
          if (said !== "some")
            expect({ name, person, on }).toEqual({ name, person, on: said === "everybody" });
        }
      }
    }),
    { numRuns: 300 },
  );
  // Each of the three reaches occurs often enough for a meaningful comparison.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

it.each([
  ["off", { enabled: false, strategies: [{ name: "default" }] }, "nobody"],
  ["on without a list of strategies", { enabled: true }, "nobody"],
  ["on with an empty list", { enabled: true, strategies: [] }, "everybody"],
  ["on for a segment", { enabled: true, strategies: [{ name: "default", segments: [1] }] }, "some"],
  ["on for a missing segment", { enabled: true, strategies: [{ name: "default", segments: [7] }] }, "nobody"],
  [
    "on for a segment or for all",
    { enabled: true, strategies: [{ name: "default", segments: [1] }, { name: "default" }] },
    "everybody",
  ],
  [
    "on for half of all",
    { enabled: true, strategies: [{ name: "flexibleRollout", parameters: { rollout: "50" } }] },
    "some",
  ],
] as const)("the computed reach is right for a switch that is %s", (_how, feature, reach) => {
  const segments = [{ id: 1, constraints: [{ contextName: "userId", operator: "IN", values: ["x"] }] }];
  expect(reachIn({ version: 2, features: [{ name: "one", ...feature }], segments })).toEqual({ one: reach });
});
