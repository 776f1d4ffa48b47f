import { describe, expect, it } from "vitest";
import { simulate } from "./simulate.ts";

// The short form of the simulation; `npm run simulate -- --seeds 200` is the long form.
describe("a simulated fund", () => {
  it.each([1, 2, 3])("keeps correct books under every kind of failure: seed %i", async (seed) => {
    const { broken, lines, faults } = await simulate(seed);
    expect(broken, lines.join("\n")).toEqual([]);
    expect(faults).toBeGreaterThan(0);
  });

  it("does exactly the same again if it starts with the same seed", async () => {
    const [one, other] = [await simulate(4, { steps: 25 }), await simulate(4, { steps: 25 })];
    expect(other.lines).toEqual(one.lines);
  });
});
