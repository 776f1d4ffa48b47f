import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateUntyped } from "../../../engine/rules/index.ts";
import type { Truth } from "../../../engine/rules/rule.ts";
import { truthy } from "../../../engine/rules/untyped.ts";
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

describe("both compilers", () => {
  test("a typed condition answers as plain JSON-logic does where nothing is missing and no money is in it", async () => {
    const logics = sample(conditions({ money: false, presence: true }), 400, 11);
    const scopes = sample(complete, 60, 12).map((p) => scopeWith(p));
    const keyed = Object.fromEntries(logics.map((logic, at) => [`k${at}`, logic]));
    const { closures, generated } = await bothOf(setOf([], keyed));
    for (const [key, logic] of Object.entries(keyed)) {
      for (const scope of scopes) {
        const expected = truthy(evaluateUntyped(logic, plainData(scope)));
        const said = [closures.conditions[key]?.(scope), generated.conditions[key]?.(scope)];
        expect(said, JSON.stringify({ logic, scope })).toEqual([expected, expected]);
      }
    }
  });

  test("closures and generated source agree on every answer, reason and missing place, whatever is missing", async () => {
    const logics = sample(conditions({ money: true, presence: true }), 400, 21);
    const scopes = sample(partial, 60, 22).map((p) => scopeWith(p));
    const rules = logics.map((logic, at) =>
      mustRule(`r${at}`, [{ logic }, { logic: logics[(at + 1) % logics.length] ?? true }]),
    );
    const { closures, generated } = await bothOf(
      setOf(rules, Object.fromEntries(logics.map((logic, at) => [`k${at}`, logic]))),
    );
    for (let at = 0; at < logics.length; at += 1) {
      for (const scope of scopes) {
        const where = JSON.stringify({ logic: logics[at], scope });
        expect(generated.must[`r${at}`]?.(scope), where).toEqual(closures.must[`r${at}`]?.(scope));
        expect(generated.truth[`r${at}`]?.(scope), where).toEqual(closures.truth[`r${at}`]?.(scope));
        expect(generated.conditions[`k${at}`]?.(scope), where).toEqual(
          closures.conditions[`k${at}`]?.(scope),
        );
        expect(generated.missing[`r${at}`]?.(scope), where).toEqual(closures.missing[`r${at}`]?.(scope));
        expect(generated.conditionMissing[`k${at}`]?.(scope), where).toEqual(
          closures.conditionMissing[`k${at}`]?.(scope),
        );
      }
    }
  });

  test("an answer that is known stays so, whatever the missing places turn out to be", async () => {
    const logics = sample(conditions({ money: true, presence: false }), 400, 31);
    const keyed = Object.fromEntries(logics.map((logic, at) => [`k${at}`, logic]));
    const { closures } = await bothOf(setOf([], keyed));
    const pairs = sample(fc.tuple(partial, complete), 60, 32);
    for (const [key, logic] of Object.entries(keyed)) {
      for (const [thin, whole] of pairs) {
        const before = closures.conditions[key]?.(scopeWith({ ...thin, things: whole.things ?? [] }));
        if (before === "unknown") continue;
        const after = closures.conditions[key]?.(
          scopeWith({ ...whole, ...thin, things: whole.things ?? [] }),
        );
        expect(after, JSON.stringify({ logic, thin, whole })).toBe(before);
      }
    }
  });

  test("a condition is unknown exactly where it names what is missing", async () => {
    const logics = sample(conditions({ money: true, presence: true }), 300, 41);
    const keyed = Object.fromEntries(logics.map((logic, at) => [`k${at}`, logic]));
    const { closures } = await bothOf(setOf([], keyed));
    for (const p of sample(partial, 60, 42)) {
      for (const [key, logic] of Object.entries(keyed)) {
        const unknown = closures.conditions[key]?.(scopeWith(p)) === "unknown";
        if (unknown)
          expect(closures.conditionMissing[key]?.(scopeWith(p)), JSON.stringify({ logic, p })).not.toEqual(
            [],
          );
      }
    }
  });

  test("nothing but the rule's own text is compiled: a path and a word cannot break out of the source", async () => {
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

describe("three truth values", () => {
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
    ["a switch that is left out is off", { var: "flags.on" }, {}, false],
    ["money compares as amounts", { ">": [{ var: "facts.p.m1" }, "50000.00"] }, { m1: "100000.00" }, true],
    ["money at its threshold", { ">=": [{ var: "facts.p.m1" }, "10000.00"] }, { m1: "10000.00" }, true],
    ["money one satang below", { ">=": [{ var: "facts.p.m1" }, "10000.00"] }, { m1: "9999.99" }, false],
    [
      "an amount without its decimals is not taken for one",
      { ">=": [{ var: "facts.p.m1" }, "10000.00"] },
      { m1: "99999" },
      "unknown",
    ],
    [
      "an amount with a sign is not taken for one",
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
      "instants compare in time, not as text",
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

  test.each(table)("%s", async (_title, logic, p, expected) => {
    const { closures, generated } = await bothOf(setOf([], { k: logic as never }));
    expect(closures.conditions.k?.(scopeWith(p as never))).toBe(expected);
    expect(generated.conditions.k?.(scopeWith(p as never))).toBe(expected);
  });
});

describe("rules", () => {
  test("a rule that holds allocates nothing: it answers one shared outcome", async () => {
    const { closures, generated } = await bothOf(setOf([mustRule("r", [{ logic: { var: "facts.p.b1" } }])]));
    for (const { must } of [closures, generated]) {
      expect(must.r?.(scopeWith({ b1: true }))).toBe(must.r?.(scopeWith({ b1: true })));
      expect(must.r?.(scopeWith({ b1: false }))).toBe(must.r?.(scopeWith({ b1: false })));
    }
  });

  test("a failed rule says which clauses fail, and beside them which are not known", async () => {
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

  test("what is missing but could decide nothing is not asked for", async () => {
    const logic = {
      or: [{ "==": [{ var: "facts.p.e1" }, "A"] }, { and: [{ var: "facts.p.b1" }, { var: "facts.p.b2" }] }],
    };
    const { closures, generated } = await bothOf(setOf([mustRule("r", [{ logic }])]));
    for (const { missing } of [closures, generated])
      expect(missing.r?.(scopeWith({ e1: "B", b1: true }))).toEqual(["facts.p.b2"]);
  });

  test("a rule inside a rule stays three-valued: not of unknown allows nobody", async () => {
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

  test("a value rule is a decision table, and undefined where what decides is missing", async () => {
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
