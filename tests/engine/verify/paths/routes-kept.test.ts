import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Compiled } from "../../../../engine/flow/index.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { atlasOf, goAlong, type Traveller } from "../../../../engine/verify/paths/index.ts";
import { routesOf } from "../../../../engine/verify/paths/routes.ts";
import { flowSpaceOf, walkSymbolically } from "../../../../engine/verify/prove/index.ts";
import { ENDS, type Entry, effect, form, YES } from "../../fixtures/parts.ts";
import { compiledOf } from "../../fixtures/small-flow.ts";

/** A flow of yes-or-no questions with one effect in the middle, and conditions that skip some of them. */
type Plan = { readonly conditions: readonly (readonly [Logic, number] | null)[] };

const STEPS = 5;
const EFFECT = 2;
const PLACES = ["answers.s0.b", "answers.s1.b", "answers.s3.b", "facts.f.p", "effects.s2.ok"];
const read = fc.constantFrom(...PLACES).map((path): Logic => ({ var: path }));
const logic: fc.Arbitrary<Logic> = fc.oneof(
  read,
  read.map((one): Logic => ({ "!": [one] })),
  fc.tuple(fc.constantFrom("and", "or"), read, read).map(([op, a, b]): Logic => ({ [op]: [a, b] })),
);
const plan: fc.Arbitrary<Plan> = fc.record({
  conditions: fc.array(fc.option(fc.tuple(logic, fc.integer({ min: 2, max: 5 }))), {
    minLength: STEPS,
    maxLength: STEPS,
  }),
});

function flowOf({ conditions }: Plan): Compiled {
  const after = (at: number): string => (at < STEPS ? `s${at}` : at % 2 === 0 ? "done" : "out");
  const steps = conditions.map((condition, at) => {
    const ways: readonly Entry[] = [
      ...(condition === null ? [] : [[condition[0], after(at + condition[1])] as const]),
      after(at + 1),
    ];
    return [`s${at}`, at === EFFECT ? effect({ no: { to: "out" } }, ...ways) : form(...ways)] as const;
  });
  const forms = steps.filter((_, at) => at !== EFFECT).map(([step]) => [step, { b: YES }]);
  return compiledOf({
    steps: { ...Object.fromEntries(steps), ...ENDS },
    forms: Object.fromEntries(forms),
    facts: { f: { p: YES } },
    outputs: { "small.act": { ok: YES } },
  });
}

/** Returns the paths of all people, replayed one by one. */
function exhaustively(compiled: Compiled): ReadonlySet<string> {
  const found = new Set<string>();
  const both = [true, false];
  for (const answers of product(STEPS))
    for (const p of both)
      for (const later of both)
        for (const happening of [{ fails: "no" }, ...both.map((ok) => ({ done: { ok } as JsonObject }))]) {
          const traveller: Traveller = {
            around: { flags: {}, facts: { f: { p } } },
            later: { [`s${EFFECT}`]: { flags: {}, facts: { f: { p: later } } } },
            answers: Object.fromEntries(answers.map((b, at) => [`s${at}`, { b }])),
            happens: { [`s${EFFECT}`]: [happening] },
          };
          found.add(goAlong(compiled, traveller).path.join(" "));
        }
  return found;
}

function product(count: number): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_unused, at) => (bits & (1 << at)) !== 0),
  );
}

describe("the routes of a flow", () => {
  it("the routes are exactly the paths that people take when replayed one by one, and each route has a person", () => {
    fc.assert(
      fc.property(plan, (of) => {
        const compiled = flowOf(of);
        const space = flowSpaceOf(compiled.definition, 100_000);
        if ("findings" in space) throw new Error(JSON.stringify(space.findings));
        const routes = routesOf(walkSymbolically(space));
        const ways = [...routes.all()].map(({ edges, rest }) =>
          [...edges.map(({ from }) => from), rest].join(" "),
        );
        expect([...new Set(ways)].sort()).toEqual([...exhaustively(compiled)].sort());
        expect(routes.count()).toBe(ways.length);
        const atlas = atlasOf(compiled.definition, { compiled });
        expect(new Set(atlas.classes.map(({ name }) => name)).size).toBe(ways.length);
        expect([atlas.ways, atlas.classes.length, atlas.unshown]).toEqual([ways.length, ways.length, []]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
