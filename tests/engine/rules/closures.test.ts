import { describe, expect, test } from "vitest";
import { baht, units } from "../../../domain/decimals.ts";
import { comparerOf, compileCondition, compilePlace, isOfType } from "../../../engine/rules/closures.ts";
import type { Expression } from "../../../engine/rules/expression.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { at, constant, INTEGER, m1, n1 } from "./checking.ts";
import { bothOf, scopeWith, setOf } from "./support.ts";

describe("a value of a wrong type", () => {
  const table: readonly (readonly [string, readonly Json[], readonly Json[]])[] = [
    ["boolean", [true, false], ["true", 1, null]],
    ["integer", [0, 1.5], ["1", true, null]],
    ["number", [0, 1.5], ["1", true, null]],
    [
      "baht",
      ["0.00", "0.50", "1.00", "9.00", "90.00", "12345678.90"],
      ["", "1", ".00", "00.50", "01.00", "-1.00", ":.00", "/.00", "1.0", "1.000", "1,00", 1, null],
    ],
    [
      "units",
      ["0.0000", "0.5000", "9.0000", "10.0000"],
      ["", "1.00", ".0000", "00.5000", "-1.0000", "1.00000", "1", 1, null],
    ],
    ["instant", ["2026-01-01T07:00:00Z", "2026-01-01T14:00:00+07:00"], ["?", "", 1, null]],
    ["list", [[], [1]], [{}, "x", null]],
    ["object", [{}, []], [null]],
    ["date", ["2026-01-01", ""], [1, null, {}]],
    ["enum", ["A", ""], [1, null, {}]],
    ["string", ["A", ""], [1, null, []]],
    ["file", ["x"], [1, null]],
  ];

  test.each(table)(
    "counts a value of a wrong type as missing if the data path has the type %s",
    (kind, good, bad) => {
      const decimal = [baht, units].find(({ name }) => name === kind);
      const type = (
        decimal === undefined
          ? { kind, words: [], item: INTEGER, fields: {} }
          : { kind: "decimal", of: decimal }
      ) as Parameters<typeof isOfType>[1];
      for (const value of good) expect(isOfType(value, type), JSON.stringify(value)).toBe(true);
      for (const value of [...bad, undefined])
        expect(isOfType(value, type), JSON.stringify(value)).toBe(false);
    },
  );

  const junk: readonly (readonly [Logic, object])[] = [
    [{ "==": [at("u1"), "12.0000"] }, { u1: "12.00" }],
    [{ "==": [at("m1"), "12.00"] }, { m1: "12" }],
    [{ "==": [at("e1"), "A"] }, { e1: 1 }],
    [{ "==": [at("n1"), 1] }, { n1: "1" }],
    [{ "==": [at("b1"), true] }, { b1: "true" }],
    [{ "==": [at("i1"), "2026-01-01T07:00:00Z"] }, { i1: "soon" }],
    [{ "<": [at("i1"), "2026-01-01T07:00:00Z"] }, { i1: "soon" }],
    [{ in: [at("d1"), ["2026-01-01"]] }, { d1: 20260101 }],
    [{ in: [at("e1"), at("words")] }, { e1: "A", words: "ABC" }],
    [{ some: [at("list"), { ">": [{ var: "" }, 0] }] }, { list: { 0: 1, length: 1 } }],
    [{ ">": [at("list.length"), 0] }, { list: "abc" }],
    [at("inner.deep"), { inner: null }],
    [at("inner.deep"), { inner: { deep: null } }],
    [{ "==": [at("inner.more.most.deep"), "A"] }, { inner: { more: null } }],
    [{ "==": [at("inner.more.most.deep"), "A"] }, { inner: { more: { most: null } } }],
  ];

  test.each(junk)("the expression %j is unknown for the data %j", async (logic, p) => {
    const { closures, generated } = await bothOf(setOf([], { k: logic }));
    for (const { conditions } of [closures, generated]) {
      expect(conditions.k?.(scopeWith(p as never))).toBe("unknown");
    }
  });
});

test("the value at a data path is read at any depth, and is undefined below an undefined value", () => {
  const scope = { ...scopeWith({}), answers: { a: { b: { c: { d: true } } } }, flags: { on: true } };
  const at = (...segments: string[]): Json | undefined => {
    const path = segments.join(".");
    return compilePlace({ op: "read", from: "scope", path, segments, type: INTEGER })(
      scope as never,
      undefined,
    );
  };
  expect(at("flags", "on")).toBe(true);
  expect(at("flags", "off")).toBe(undefined);
  expect(at("answers", "a", "b")).toEqual({ c: { d: true } });
  expect(at("answers", "a", "b", "c")).toEqual({ d: true });
  expect(at("answers", "a", "b", "c", "d")).toBe(true);
  expect(at("answers", "a", "x", "c", "d")).toBe(undefined);
  expect(at("answers", "x", "b")).toBe(undefined);
});

describe("a test whether values are missing", () => {
  const table: readonly (readonly [Logic, object, boolean])[] = [
    [{ missing: ["facts.p.s1"] }, { s1: "x" }, false],
    [{ missing: ["facts.p.s1"] }, { s1: "" }, true],
    [{ missing: ["facts.p.s1"] }, { s1: null }, true],
    [{ missing: ["facts.p.s1"] }, {}, true],
    [{ missing: ["facts.p.b1"] }, { b1: false }, false],
    [{ missing: ["facts.p.n1"] }, { n1: 0 }, false],
    [{ missing: ["facts.p.list"] }, { list: [] }, false],
    [{ missing: ["facts.p.b1", "facts.p.n1"] }, { b1: true }, true],
    [{ missing: ["facts.p.b1", "facts.p.n1"] }, { b1: true, n1: 1 }, false],
    [{ missing_some: [1, ["facts.p.b1", "facts.p.n1"]] }, { n1: 1 }, false],
    [{ missing_some: [1, ["facts.p.b1", "facts.p.n1"]] }, {}, true],
    [{ missing_some: [2, ["facts.p.b1", "facts.p.n1", "facts.p.e1"]] }, { n1: 1 }, true],
    [{ missing_some: [2, ["facts.p.b1", "facts.p.n1", "facts.p.e1"]] }, { n1: 1, e1: "" }, true],
    [{ missing_some: [2, ["facts.p.b1", "facts.p.n1", "facts.p.e1"]] }, { n1: 1, b1: false }, false],
  ];

  test.each(table)(
    "gives for the expression %j and the data %j the result %j",
    async (logic, p, expected) => {
      const { closures, generated } = await bothOf(setOf([], { k: logic }));
      for (const { conditions, conditionMissing } of [closures, generated]) {
        expect(conditions.k?.(scopeWith(p as never))).toBe(expected);
        expect(conditionMissing.k?.(scopeWith(p as never))).toEqual([]);
      }
    },
  );
});

test("amounts are ordered by value, with or without a sign; days are ordered as texts", () => {
  const signs = (order: Parameters<typeof comparerOf>[0], args: readonly Expression[]): readonly number[] => {
    const compare = comparerOf(order, args);
    return (
      [
        ["9.00", "10.00"],
        ["10.00", "9.00"],
        ["9.00", "9.00"],
      ] as const
    ).map(([left, right]) => Math.sign(compare(left, right)));
  };
  const sum: Expression = { op: "math", fn: "-", type: { kind: "decimal", of: baht }, args: [m1, m1] };
  expect(signs("decimal", [m1])).toEqual([-1, 1, 0]);
  expect(signs("decimal", [sum])).toEqual([-1, 1, 0]);
  expect(signs("text", [m1])).toEqual([1, -1, 0]);
  expect(Math.sign(comparerOf("decimal", [sum, m1])("-9.00", "1.00"))).toBe(-1);
  expect(Math.sign(comparerOf("decimal", [sum, m1])("-9.0000", "-10.0000"))).toBe(1);
});

test("evaluation throws if an expression is not a condition, because types should exclude that", () => {
  const links = { truthOf: () => () => true as const, valueOf: () => () => 1 };
  const ill: readonly Expression[] = [
    { op: "rule", id: "level", type: INTEGER },
    { op: "math", fn: "+", type: INTEGER, args: [n1, constant(INTEGER, 1)] },
  ];
  for (const expression of ill)
    expect(() => compileCondition(expression, links)).toThrow("is not a condition");
});
