import fc from "fast-check";
import jsonLogic from "json-logic-js";
import { describe, expect, test, vi } from "vitest";
import { parseRuleText } from "../../../engine/rules/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import {
  evaluateUntyped,
  MAX_LOOKED_AT,
  MAX_STEPS,
  RuleRefused,
  UNTYPED_OPERATORS,
} from "../../../server/commands/untyped.ts";
import { countWork } from "../../support/counted-work.ts";
import { RULE_BOMBS } from "../../support/rule-bombs.ts";

/** Returns an evaluator's answer, or "refused" if the evaluator throws. */
function answer(evaluate: () => unknown): unknown {
  try {
    return { said: evaluate() };
  } catch {
    return "refused";
  }
}

function both(logic: Json, data: Json): readonly [unknown, unknown] {
  return [answer(() => evaluateUntyped(logic, data)), answer(() => jsonLogic.apply(logic as never, data))];
}

const DATA: Json = {
  a: 1,
  zero: 0,
  text: "abc",
  empty: "",
  nothing: null,
  list: [1, 2, 3],
  none: [],
  people: [{ name: "Somchai", age: 17 }, { name: "Malee", age: 41 }, {}],
  // Each object has more than one name, because json-logic-js would run an object with one name as a rule,
  // and the core would not.
  deep: { er: { est: [true, { x: "y", z: 1 }], or: 1 }, up: 0 },
};

const operators = [...UNTYPED_OPERATORS].filter(
  (name) => !["some", "all", "none", "map", "filter", "reduce"].includes(name),
);
const scalar = fc.constantFrom<Json>(
  0,
  1,
  -1,
  2.5,
  "",
  "1",
  "abc",
  "a",
  true,
  false,
  null,
  [],
  [1],
  ["a", "list"],
  "list",
  "deep.er.est.1.x",
);
const path = fc.constantFrom(
  "",
  "a",
  "zero",
  "text",
  "empty",
  "nothing",
  "list",
  "list.1",
  "list.length",
  "none",
  "people",
  "people.1.age",
  "deep.er.est",
  "gone",
  "gone.too",
  "age",
  "name",
  "current",
  "accumulator",
  "text.0",
);

const logic: fc.Arbitrary<Json> = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalar,
    path.map((place): Json => ({ var: place })),
    fc.tuple(path, scalar).map(([place, otherwise]): Json => ({ var: [place, otherwise] })),
    fc
      .tuple(fc.constantFrom(...operators), fc.array(tie("any"), { maxLength: 4 }))
      .map(([operator, operands]): Json => ({ [operator]: operands })),
    fc
      .tuple(fc.constantFrom(...operators), tie("any"))
      .map(([operator, operand]): Json => ({ [operator]: operand })),
    fc
      .tuple(fc.constantFrom("some", "all", "none", "map", "filter"), tie("any"), tie("any"))
      .map(([operator, list, inner]): Json => ({ [operator]: [list, inner] })),
    fc
      .tuple(tie("any"), tie("any"), tie("any"))
      .map(([list, inner, start]): Json => ({ reduce: [list, inner, start] })),
    fc.array(tie("any"), { maxLength: 3 }),
  ) as fc.Arbitrary<Json>,
})).any;

describe("the untyped rule evaluator", () => {
  test("evaluates random rules exactly as json-logic-js does", () => {
    fc.assert(
      fc.property(logic, (rule) => {
        const [ours, theirs] = both(rule, DATA);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 20_000, seed: 7 },
    );
  });

  const table: readonly (readonly [Json, Json])[] = [
    [{ "==": [1, "1"] }, true],
    [{ "===": [1, "1"] }, false],
    [{ "!": [[]] }, true],
    [{ "!!": "0" }, true],
    [{ if: [false, 1, false, 2] }, null],
    [{ "<=": [1, { var: "a" }, 1] }, true],
    [{ "<": [{ var: "gone" }, 60] }, true],
    [{ and: [1, 0, 2] }, 0],
    [{ or: [0, [], "x"] }, "x"],
    [{ "+": ["2", "0.5", 1] }, 3.5],
    [{ substr: ["jsonlogic", -5, -2] }, "log"],
    [{ cat: ["a", null, 1] }, "a1"],
    [{ merge: [[1], 2, [[3]]] }, [1, 2, [3]]],
    [{ missing: ["a", "gone", "empty"] }, ["gone", "empty"]],
    [{ missing: { merge: ["a", "gone"] } }, ["gone"]],
    [{ missing_some: [1, ["a", "gone"]] }, []],
    [{ all: [{ var: "none" }, true] }, false],
    [{ none: [{ var: "none" }, true] }, true],
    [{ filter: [{ var: "people" }, { ">": [{ var: "age" }, 20] }] }, [{ name: "Malee", age: 41 }]],
    [{ reduce: [{ var: "list" }, { "+": [{ var: "current" }, { var: "accumulator" }] }, 0] }, 6],
    [{ in: ["bc", { var: "text" }] }, true],
    [{ var: "list.length" }, 3],
    [
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ],
  ];

  test.each(table)("evaluates %j to %j", (rule, expected) => {
    expect(evaluateUntyped(rule, DATA)).toEqual(expected);
    expect(jsonLogic.apply(rule as never, DATA)).toEqual(expected);
  });

  test.each(Object.getOwnPropertyNames(Object.prototype))(
    "does not accept %s as an operator or as a place in the data",
    (name) => {
      const asOperator = JSON.parse(`{${JSON.stringify(name)}: [1, 2]}`) as Json;
      expect(() => evaluateUntyped(asOperator, {})).toThrow(RuleRefused);
      for (const data of [{}, "text", 5, [], DATA]) {
        expect(evaluateUntyped({ var: name }, data)).toBe(null);
        expect(evaluateUntyped({ var: `a.${name}` }, { a: data })).toBe(null);
        expect(evaluateUntyped({ missing: [name] }, data)).toEqual([name]);
      }
    },
  );

  test("never evaluates data, even if the data look like a rule", () => {
    expect(evaluateUntyped({ var: "x" }, { x: { "+": [1, 1] } })).toEqual({ "+": [1, 1] });
    expect(evaluateUntyped({ missing: [{ var: "x" }] }, { x: { cat: ["y"] }, y: 1 })).toEqual([
      { cat: ["y"] },
    ]);
  });
});

test("a text longer than the limit for rule files is refused before it is parsed", () => {
  const parse = vi.spyOn(JSON, "parse");
  try {
    expect(parseRuleText("[".repeat(5_000_000))).toMatchObject({
      ok: false,
      error: { code: "text-too-long" },
    });
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
  expect(parseRuleText("{")).toMatchObject({ ok: false, error: { code: "not-json" } });
  expect(parseRuleText("[".repeat(1_000) + "]".repeat(1_000))).toMatchObject({
    ok: false,
    error: { code: "too-deep" },
  });
  expect(parseRuleText('{"var":"a"}')).toEqual({ ok: true, value: { var: "a" } });
});

/** Limit for reads of the rule and of its data: a step takes about twenty reads, an item four. */
const MOST_READS = 20 * MAX_STEPS + 4 * MAX_LOOKED_AT;
/** Limit for the characters that all steps together join, and for the items that they merge. */
const MOST_CHARACTERS = 200_000;
const MOST_ITEMS = 50_000;

describe("a small rule that would need very many steps", () => {
  test.each(RULE_BOMBS)(
    "is refused before its evaluation uses all allowed steps: %s",
    (_name, rule, data) => {
      const work = countWork({ rule, data }, (given) =>
        expect(() => evaluateUntyped(given.rule, given.data)).toThrow(RuleRefused),
      );
      expect(work.reads).toBeLessThan(MOST_READS);
      expect(work.characters).toBeLessThan(MOST_CHARACTERS);
      expect(work.items).toBeLessThan(MOST_ITEMS);
    },
  );
});
