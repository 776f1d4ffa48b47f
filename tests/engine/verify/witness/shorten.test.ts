import { describe, expect, it } from "vitest";
import { shortened, type Trait } from "../../../../engine/verify/witness/shorten.ts";

type One = { readonly [path: string]: number };

/** The ordinary value is zero everywhere, except for `x`, which has none; variations are one and two. */
function traitsOf(one: One): readonly Trait<One>[] {
  return Object.keys(one).map((path) => ({
    path,
    usual: (person) => (path === "x" || person[path] === 0 ? null : { ...person, [path]: 0 }),
    others: () => (path === "x" ? [1, 2].map((value) => ({ ...one, [path]: value })) : []),
  }));
}

describe("the facts that decide for the example user of a finding", () => {
  it.each<readonly [what: string, one: One, shows: (one: One) => boolean, decide: readonly string[]]>([
    ["are empty if every person shows the claim", { a: 1, b: 2 }, () => true, []],
    ["are one fact", { a: 1, b: 2, c: 3 }, ({ b }) => b === 2, ["b"]],
    [
      "are two facts that decide only together",
      { a: 1, b: 2, c: 3 },
      ({ a, c }) => a === 1 && c === 3,
      ["a", "c"],
    ],
    ["are one of two equivalent facts", { a: 1, b: 1 }, ({ a, b }) => a === 1 || b === 1, ["b"]],
    ["do not include facts that can change together", { a: 1, b: 1 }, ({ a, b }) => a === b, []],
    [
      "include a value without an ordinary one if other values do not show the claim",
      { x: 7, a: 1 },
      ({ x }) => x !== 2,
      ["x"],
    ],
    [
      "exclude a value without an ordinary one if other values show the claim too",
      { x: 7, a: 1 },
      ({ a }) => a === 1,
      ["a"],
    ],
  ])("%s", (_, one, shows, decide) => {
    const found = shortened(one, { traits: traitsOf(one) }, shows);
    expect(found.decide).toEqual(decide);
    expect(shows(found.one)).toBe(true);
    expect(shortened(one, { traits: traitsOf(one) }, shows)).toEqual(found);
  });

  it("the number of tries is limited, and facts that were not tried count as deciding", () => {
    const one = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, 1]));
    let tries = 0;
    const { decide } = shortened(one, { traits: traitsOf(one) }, () => {
      tries += 1;
      return true;
    });
    expect(tries).toBeLessThanOrEqual(200);
    expect(decide).toHaveLength(800);
  });
});
