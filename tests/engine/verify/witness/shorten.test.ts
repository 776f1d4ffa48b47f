import { describe, expect, it } from "vitest";
import { shortened, type Trait } from "../../../../engine/verify/witness/shorten.ts";

type One = { readonly [path: string]: number };

/** An ordinary person has zero everywhere. `x` has no ordinary value; variations are one and two. */
function traitsOf(one: One): readonly Trait<One>[] {
  return Object.keys(one).map((path) => ({
    path,
    usual: (person) => (path === "x" || person[path] === 0 ? null : { ...person, [path]: 0 }),
    others: () => (path === "x" ? [1, 2].map((value) => ({ ...one, [path]: value })) : []),
  }));
}

describe("a shortened person", () => {
  it.each<readonly [what: string, one: One, shows: (one: One) => boolean, decide: readonly string[]]>([
    ["nothing decides if everyone shows it", { a: 1, b: 2 }, () => true, []],
    ["one fact decides", { a: 1, b: 2, c: 3 }, ({ b }) => b === 2, ["b"]],
    ["two decide together", { a: 1, b: 2, c: 3 }, ({ a, c }) => a === 1 && c === 3, ["a", "c"]],
    ["one of two equivalent ones is enough", { a: 1, b: 1 }, ({ a, b }) => a === 1 || b === 1, ["b"]],
    ["facts that change only together change together", { a: 1, b: 1 }, ({ a, b }) => a === b, []],
    [
      "a value without an ordinary one decides if other values do not show it",
      { x: 7, a: 1 },
      ({ x }) => x !== 2,
      ["x"],
    ],
    ["and does not decide if they do", { x: 7, a: 1 }, ({ a }) => a === 1, ["a"]],
  ])("%s", (_, one, shows, decide) => {
    const found = shortened(one, { traits: traitsOf(one) }, shows);
    expect(found.decide).toEqual(decide);
    expect(shows(found.one)).toBe(true);
    expect(shortened(one, { traits: traitsOf(one) }, shows)).toEqual(found);
  });

  it("is found with a limited number of tries; untried traits count as deciding", () => {
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
