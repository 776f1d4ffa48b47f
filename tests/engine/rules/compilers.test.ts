import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CompiledRules } from "../../../engine/rules/index.ts";
import type { Logic, Scope, Truth } from "../../../engine/rules/rule.ts";
import { evaluateUntyped, truthy } from "../../../server/commands/untyped.ts";
import {
  bothOf,
  complete,
  conditions,
  mustRule,
  partial,
  plainData,
  scopeWith,
  setOf,
  TYPES,
  valueRule,
} from "./support.ts";

const sample = <Value>(arbitrary: fc.Arbitrary<Value>, count: number, seed: number): Value[] =>
  fc.sample(arbitrary, { numRuns: count, seed });

const keyed = (logics: readonly Logic[]): { readonly [key: string]: Logic } =>
  Object.fromEntries(logics.map((logic, at) => [`k${at}`, logic]));

/**
 * Returns the difference of two results as text. The tests compare thousands of results, and one assertion
 * each would take most of the time.
 */
function difference(said: unknown, expected: unknown, where: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(said), JSON.stringify(expected)];
  return one === other ? [] : [`${one} is not ${other}: ${JSON.stringify(where)}`];
}

// Numbers of eight small batches of random conditions, so that a failure shows early.
const HANDS = [1, 2, 3, 4, 5, 6, 7, 8];

describe("both compilers (closures and generated source)", () => {
  test.each(HANDS)(
    "return the result of plain JSON-logic if no value is missing and the rule reads no money (batch %i)",
    async (hand) => {
      const logics = sample(conditions({ money: false, presence: true }), 50, 110 + hand);
      const scopes = sample(complete, 60, 12).map((p) => scopeWith(p));
      const { closures, generated } = await bothOf(setOf([], keyed(logics)));
      const wrong = logics.flatMap((logic, at) =>
        scopes.flatMap((scope) => {
          const expected = truthy(evaluateUntyped(logic, plainData(scope)));
          const said = [closures, generated].map(({ conditions }) => conditions[`k${at}`]?.(scope));
          return difference(said, [expected, expected], { logic, scope });
        }),
      );
      expect(wrong).toEqual([]);
    },
  );

  test.each(HANDS)(
    "agree on every result, reason and missing value, whatever is missing (batch %i)",
    async (hand) => {
      const logics = sample(conditions({ money: true, presence: true }), 50, 210 + hand);
      const scopes = sample(partial, 60, 22).map((p) => scopeWith(p, p.b1 === true ? { on: true } : {}));
      const rules = logics.map((logic, at) => {
        const before: Logic = at % 3 === 2 ? { or: [{ rule: `r${at - 1}` }, { var: "flags.on" }] } : true;
        return mustRule(`r${at}`, [{ logic }, { logic: before }, { logic: logics[(at + 1) % 50] ?? true }]);
      });
      const { closures, generated } = await bothOf(setOf(rules, keyed(logics)));
      const answers = (compiled: CompiledRules, at: number, scope: Scope): unknown => [
        compiled.must[`r${at}`]?.(scope),
        compiled.truth[`r${at}`]?.(scope),
        compiled.value[`r${at}`]?.(scope) ?? null,
        compiled.missing[`r${at}`]?.(scope),
        compiled.conditions[`k${at}`]?.(scope),
        compiled.conditionMissing[`k${at}`]?.(scope),
      ];
      const wrong = logics.flatMap((logic, at) =>
        scopes.flatMap((scope) =>
          difference(answers(generated, at, scope), answers(closures, at, scope), { logic, scope }),
        ),
      );
      expect(wrong).toEqual([]);
    },
  );

  test.each(HANDS)(
    "return a known result only if no missing value could change that result (batch %i)",
    async (hand) => {
      const logics = sample(conditions({ money: true, presence: false }), 50, 310 + hand);
      const { closures } = await bothOf(setOf([], keyed(logics)));
      const pairs = sample(fc.tuple(partial, complete), 60, 32);
      const wrong = logics.flatMap((logic, at) =>
        pairs.flatMap(([thin, whole]) => {
          const things = whole.things ?? [];
          const before = closures.conditions[`k${at}`]?.(scopeWith({ ...thin, things }));
          if (before === "unknown") return [];
          const after = closures.conditions[`k${at}`]?.(scopeWith({ ...whole, ...thin, things }));
          return difference(after, before, { logic, thin, whole });
        }),
      );
      expect(wrong).toEqual([]);
    },
  );

  test.each(HANDS)(
    "return unknown only if some missing value could change the result (batch %i)",
    async (hand) => {
      const logics = sample(conditions({ money: true, presence: true }), 40, 410 + hand);
      const { closures } = await bothOf(setOf([], keyed(logics)));
      const unnamed = sample(partial, 60, 42).flatMap((p) =>
        logics.filter((_, at) => {
          const unknown = closures.conditions[`k${at}`]?.(scopeWith(p)) === "unknown";
          return unknown && closures.conditionMissing[`k${at}`]?.(scopeWith(p)).length === 0;
        }),
      );
      expect(unnamed).toEqual([]);
    },
  );

  test("keep the paths and texts of a rule inside quotes in the generated source", async () => {
    const word = '"); globalThis["broken"] = true; ("`\u2028\\';
    const types = { ...TYPES, [`answers.a-b.${word}`]: { kind: "string" } as const };
    const set = {
      ...setOf([
        mustRule(word, [{ id: word, reason: word, logic: { "==": [{ var: `answers.a-b.${word}` }, word] } }]),
      ]),
      types,
    };
    const { closures, generated } = await bothOf(set);
    const scope = { ...scopeWith({}), answers: { "a-b": { [word]: word } } };
    expect(closures.truth[word]?.(scope)).toBe(true);
    expect(generated.truth[word]?.(scope)).toBe(true);
    expect("broken" in globalThis).toBe(false);
  });
});

describe("the operators on true, false and unknown", () => {
  const table: readonly [string, object, object, Truth][] = [
    [
      "false and unknown is false",
      { and: [{ var: "facts.p.b1" }, { var: "facts.p.b2" }] },
      { b1: false },
      false,
    ],
    [
      "true and unknown is unknown",
      { and: [{ var: "facts.p.b1" }, { var: "facts.p.b2" }] },
      { b1: true },
      "unknown",
    ],
    ["true or unknown is true", { or: [{ var: "facts.p.b1" }, { var: "facts.p.b2" }] }, { b2: true }, true],
    [
      "false or unknown is unknown",
      { or: [{ var: "facts.p.b1" }, { var: "facts.p.b2" }] },
      { b2: false },
      "unknown",
    ],
    ["not unknown is unknown", { "!": [{ var: "facts.p.b1" }] }, {}, "unknown"],
    ["a missing number is not zero", { "<": [{ var: "facts.p.n1" }, 60] }, {}, "unknown"],
    ["null is missing", { "<": [{ var: "facts.p.n1" }, 60] }, { n1: null }, "unknown"],
    ["a value of another type is missing", { "<": [{ var: "facts.p.n1" }, 60] }, { n1: "5" }, "unknown"],
    [
      "all of an empty list is false",
      { all: [{ var: "facts.p.list" }, { ">": [{ var: "" }, 0] }] },
      { list: [] },
      false,
    ],
    [
      "none of an empty list is true",
      { none: [{ var: "facts.p.list" }, { ">": [{ var: "" }, 0] }] },
      { list: [] },
      true,
    ],
    [
      "some of a missing list is unknown",
      { some: [{ var: "facts.p.list" }, { ">": [{ var: "" }, 0] }] },
      {},
      "unknown",
    ],
    ["presence is never unknown", { missing: ["facts.p.n1"] }, {}, true],
    ["an absent switch is off", { var: "flags.on" }, {}, false],
    ["money compares as amounts", { ">": [{ var: "facts.p.m1" }, "50000.00"] }, { m1: "100000.00" }, true],
    [
      "an amount reaches its threshold",
      { ">=": [{ var: "facts.p.m1" }, "10000.00"] },
      { m1: "10000.00" },
      true,
    ],
    [
      "an amount is one satang below its threshold",
      { ">=": [{ var: "facts.p.m1" }, "10000.00"] },
      { m1: "9999.99" },
      false,
    ],
    [
      "a text without decimals is not an amount",
      { ">=": [{ var: "facts.p.m1" }, "10000.00"] },
      { m1: "99999" },
      "unknown",
    ],
    [
      "a text with a sign is not an amount",
      { ">=": [{ var: "facts.p.m1" }, "10000.00"] },
      { m1: "-9.00" },
      "unknown",
    ],
    [
      "differences of amounts may be negative",
      { "<": [{ "-": [{ var: "facts.p.m1" }, { var: "facts.p.m2" }] }, "0.01"] },
      { m1: "1.00", m2: "2.50" },
      true,
    ],
    [
      "instants compare by time, not as text",
      { "==": [{ var: "facts.p.i1" }, "2026-01-01T07:00:00Z"] },
      { i1: "2026-01-01T14:00:00+07:00" },
      true,
    ],
    [
      "between is unknown only where it could hold",
      { "<": [0, { var: "facts.p.n1" }, { var: "facts.p.n2" }] },
      { n1: -1 },
      false,
    ],
  ];

  test.each(table)("an operator has the expected result: %s", async (_title, logic, p, expected) => {
    const { closures, generated } = await bothOf(setOf([], { k: logic as never }));
    expect(closures.conditions.k?.(scopeWith(p as never))).toBe(expected);
    expect(generated.conditions.k?.(scopeWith(p as never))).toBe(expected);
  });
});

describe("rules", () => {
  test("a rule that holds returns a single shared result, and allocates no memory", async () => {
    const { closures, generated } = await bothOf(setOf([mustRule("r", [{ logic: { var: "facts.p.b1" } }])]));
    for (const { must } of [closures, generated]) {
      expect(must.r?.(scopeWith({ b1: true }))).toBe(must.r?.(scopeWith({ b1: true })));
      expect(must.r?.(scopeWith({ b1: false }))).toBe(must.r?.(scopeWith({ b1: false })));
    }
  });

  test("a failed rule lists the clauses that failed and the clauses that are unknown", async () => {
    const { closures, generated } = await bothOf(
      setOf([
        mustRule("r", [{ logic: { var: "facts.p.b1" } }, { logic: { var: "facts.p.b2" }, mend: "flow:kyc" }]),
      ]),
    );
    for (const { must } of [closures, generated]) {
      expect(must.r?.(scopeWith({ b1: false }))).toEqual({
        kind: "fails",
        clauses: [
          { id: "c0", reason: "r0", mend: "none", missing: [] },
          { id: "c1", reason: "r1", mend: "flow:kyc", missing: ["facts.p.b2"] },
        ],
      });
    }
  });

  test("a missing value that cannot change the result is not listed as missing", async () => {
    const logic = {
      or: [{ "==": [{ var: "facts.p.e1" }, "A"] }, { and: [{ var: "facts.p.b1" }, { var: "facts.p.b2" }] }],
    };
    const { closures, generated } = await bothOf(setOf([mustRule("r", [{ logic }])]));
    for (const { missing } of [closures, generated])
      expect(missing.r?.(scopeWith({ e1: "B", b1: true }))).toEqual(["facts.p.b2"]);
  });

  test("the negation of a rule with an unknown result is unknown", async () => {
    const rules = [
      mustRule("outer", [{ logic: { "!": [{ rule: "inner" }] } }]),
      mustRule("inner", [{ logic: { var: "facts.p.b1" } }]),
    ];
    const { closures, generated } = await bothOf(setOf(rules, { k: "outer" }));
    for (const compiled of [closures, generated]) {
      expect(compiled.must.outer?.(scopeWith({}))).toMatchObject({
        kind: "unknown",
        missing: ["facts.p.b1"],
      });
      expect(compiled.conditions.k?.(scopeWith({}))).toBe("unknown");
      expect(compiled.conditions.k?.(scopeWith({ b1: false }))).toBe(true);
    }
  });

  test("a value rule returns the value of the first matching row, or undefined if a deciding value is missing", async () => {
    const level = valueRule(
      "level",
      { type: "integer" },
      { if: [{ "<": [{ var: "facts.p.n1" }, 2] }, 1, { "<": [{ var: "facts.p.n1" }, 4] }, 2, 3] },
    );
    const high = mustRule("high", [{ logic: { ">=": [{ rule: "level" }, 3] } }]);
    const { closures, generated } = await bothOf(setOf([high, level]));
    for (const compiled of [closures, generated]) {
      const levels = [1, 2, 3, 4, undefined].map((n1) =>
        compiled.value.level?.(scopeWith(n1 === undefined ? {} : { n1 })),
      );
      expect(levels).toEqual([1, 2, 2, 3, undefined]);
      expect(compiled.truth.high?.(scopeWith({ n1: 9 }))).toBe(true);
      expect(compiled.must.high?.(scopeWith({}))).toMatchObject({ kind: "unknown", missing: ["facts.p.n1"] });
    }
  });
});
