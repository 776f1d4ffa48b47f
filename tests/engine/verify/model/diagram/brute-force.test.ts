import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baht } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import { checkProgram } from "../../../../../engine/rules/index.ts";
import type { Logic, Truth } from "../../../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../../../engine/rules/types.ts";
import type { JsonObject } from "../../../../../engine/values/json.ts";
import { askAbout } from "../../../../../engine/verify/model/diagram/questions.ts";
import { compiled, condition, domainOf, everybody, fieldsRead, scopeOf, TYPES } from "./random-rules.ts";

const RUNS = Number(process.env.SAPHAN_PAIRS ?? 500);
const SEED =
  process.env.SAPHAN_PAIRS_SEED === undefined ? {} : { seed: Number(process.env.SAPHAN_PAIRS_SEED) };
const MOST_PEOPLE = 20_000;

/** Checks both conditions and returns questions about them. */
function questionsOf(left: Logic, right: Logic) {
  const source = (key: string, logic: Logic) => ({ file: "flow.json", pointer: `/${key}`, logic });
  const { program } = checkProgram({
    rules: [],
    conditions: { left: source("left", left), right: source("right", right) },
    types: TYPES,
    formats,
  });
  const [one, other] = program.conditions.map(({ logic }) => logic);
  if (one === undefined || other === undefined) throw new Error("a random condition does not check");
  return { ...askAbout({ rules: [], expressions: [one, other], domainOf }), one, other };
}

const pairs = fc
  .tuple(condition, condition, fc.constantFrom("apart", "same", "weaker"))
  .map(([left, right, how]): readonly [Logic, Logic] => {
    if (how === "same") return [left, { "!": [{ "!": [left] }] }];
    return how === "weaker" ? [left, { or: [left, right] }] : [left, right];
  })
  .filter(([left, right]) => everybody(fieldsRead(left, right), MOST_PEOPLE) !== null);

describe("diagrams of random conditions, compared with a list of every possible user,", () => {
  it(`give the right result for equivalence, implication, satisfiability and examples (${RUNS} pairs)`, () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const rules = compiled(left, right);
        const people = everybody(fieldsRead(left, right), MOST_PEOPLE) ?? [];
        const truth = (which: "left" | "right", person: JsonObject): Truth =>
          (rules.conditions[which] as NonNullable<(typeof rules.conditions)[string]>)(scopeOf(person));
        const ask = questionsOf(left, right);
        const shown = (witness: { readonly person: JsonObject } | undefined): JsonObject =>
          ((witness?.person.facts as JsonObject | undefined)?.p ?? {}) as JsonObject;

        const equal = people.every((person) => truth("left", person) === truth("right", person));
        const equivalent = ask.equivalent(ask.one, ask.other);
        expect(equivalent.kind).toBe(equal ? "yes" : "no");
        if (equivalent.kind === "no") {
          const person = shown(equivalent.witness);
          expect(truth("left", person)).not.toBe(truth("right", person));
        }

        const follows = people.every(
          (person) => truth("left", person) !== true || truth("right", person) === true,
        );
        const implied = ask.implied(ask.one, ask.other);
        expect(implied.kind).toBe(follows ? "yes" : "no");
        if (implied.kind === "no") {
          const person = shown(implied.witness);
          expect([truth("left", person), truth("right", person)]).toEqual([
            true,
            expect.not.toSatisfy((one) => one === true),
          ]);
        }

        for (const answer of [true, false, undefined]) {
          const wanted: Truth = answer ?? "unknown";
          const some = people.some((person) => truth("left", person) === wanted);
          const satisfiable = ask.satisfiable(ask.one, answer);
          expect(satisfiable.kind).toBe(some ? "yes" : "no");
          if (satisfiable.kind === "yes") expect(truth("left", shown(satisfiable.witness))).toBe(wanted);
        }
        const answers = new Set(people.map((person) => truth("left", person)));
        expect(ask.constant(ask.one).kind).toBe(answers.size === 1 ? "yes" : "no");
      }),
      { numRuns: RUNS, ...SEED },
    );
  }, 600_000);
});

describe("a question that cannot be decided", () => {
  const text = {
    "facts.p.free": { kind: "string" },
    "facts.p.sum": { kind: "decimal", of: baht },
    "facts.p.more": { kind: "decimal", of: baht },
  } as const;
  const domain = (path: string) => {
    const type = (text as TypeEnv)[path];
    if (type === undefined) return undefined;
    return {
      path,
      type,
      schema:
        type.kind === "decimal" ? { type: "string", format: "baht" } : { type: "string", pattern: "^(?!)" },
      formats,
    };
  };
  const ask = (logic: Logic) => {
    const { program } = checkProgram({
      rules: [],
      conditions: { one: { file: "f", pointer: "", logic } },
      types: text,
      formats,
    });
    const expression = program.conditions[0]?.logic;
    if (expression === undefined) throw new Error("does not check");
    return askAbout({ rules: [], expressions: [expression], domainOf: domain }).satisfiable(expression);
  };

  it("a condition with arithmetic over wide ranges is unknown if no sample decides", () => {
    const far = { "==": [{ "+": [{ var: "facts.p.sum" }, { var: "facts.p.more" }] }, "7777.77"] };
    expect(
      ask({
        and: [far, { "<": [{ var: "facts.p.sum" }, "1.00"] }, { "<": [{ var: "facts.p.more" }, "1.00"] }],
      }),
    ).toMatchObject({
      kind: "unknown",
      why: { key: "why.values", params: { places: expect.arrayContaining(["facts.p.sum"]) } },
    });
  });

  it("a condition on a text without known samples is unknown", () => {
    expect(ask({ "==": [{ var: "facts.p.free" }, "x"] })).toMatchObject({ kind: "unknown" });
  });
});
