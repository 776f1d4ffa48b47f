import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Compiled } from "../../../engine/flow/index.ts";
import { compileInProcess, readDefinition } from "../../../engine/flow/loading.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { atlasOf, goAlong, type Traveller } from "../../../engine/verify/atlas/index.ts";
import { routesOf } from "../../../engine/verify/atlas/routes.ts";
import { flowSpaceOf } from "../../../engine/verify/prove/flow-space.ts";
import { walkSymbolically } from "../../../engine/verify/prove/symbolic-walk.ts";
import { sourceOf } from "../flow/fixtures/source-of.ts";

/** A flow of questions with yes or no, one thing that the server does in the middle, and conditions that lead past some. */
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

const yes = { type: "boolean" };

function compiledOf({ conditions }: Plan): Compiled {
  const after = (at: number): string => (at < STEPS ? `s${at}` : at % 2 === 0 ? "done" : "out");
  const steps = conditions.map((condition, at) => {
    const next = [
      ...(condition === null ? [] : [{ when: condition[0], to: after(at + condition[1]) }]),
      { to: after(at + 1) },
    ];
    const step: Json =
      at === EFFECT
        ? { kind: "effect", effect: "t.do", input: {}, errors: { no: { to: "out" } }, next }
        : { kind: "form", next };
    return [`s${at}`, step] as const;
  });
  const end = (reason: string) => ({ kind: "end", outcome: "done", reason });
  const source = sourceOf({
    flow: {
      id: "tiny",
      namespace: "tiny",
      subject: "account",
      inFlight: "stay",
      facts: { f: {} },
      start: "s0",
      steps: { ...Object.fromEntries(steps), done: end("done"), out: end("out") },
    },
    schemas: Object.fromEntries(
      steps.flatMap(([id], at) =>
        at === EFFECT
          ? []
          : [[id, { $id: `tiny/${id}`, type: "object", properties: { b: yes }, required: ["b"] }]],
      ),
    ),
    facts: {
      f: {
        schema: { type: "object", properties: { p: yes }, required: ["p"] },
        mayBeAbsent: false,
        source: "a test",
        owner: "tests",
        privacy: "public",
      },
    },
    effects: {
      "t.do": {
        id: "t.do",
        mode: "local",
        repeatable: false,
        input: { type: "object", properties: {} },
        output: { type: "object", properties: { ok: yes }, required: ["ok"] },
        errors: { no: { meaning: "no" } },
      },
    },
  });
  const { definition, findings } = readDefinition(source);
  if (definition === null) throw new Error(JSON.stringify(findings));
  return compileInProcess(definition);
}

/** The paths of everybody there is, walked one by one. */
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
  it("are exactly the ways that people go who are walked one by one, and each has somebody who goes it", () => {
    fc.assert(
      fc.property(plan, (of) => {
        const compiled = compiledOf(of);
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
