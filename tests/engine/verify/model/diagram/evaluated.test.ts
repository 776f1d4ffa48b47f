import { describe, expect, it } from "vitest";
import { baht, units } from "../../../../../domain/decimals.ts";
import type { Expression } from "../../../../../engine/rules/expression.ts";
import type { CheckedRule } from "../../../../../engine/rules/program.ts";
import type { Scope } from "../../../../../engine/rules/rule.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json } from "../../../../../engine/values/json.ts";
import {
  EMPTY,
  linksTo,
  NO_LINKS,
  nameOf,
  readsOf,
  withSlots,
  withValue,
} from "../../../../../engine/verify/model/diagram/evaluated.ts";
import { evaluator, linksOf } from "../../../../../engine/verify/model/diagram/links.ts";

const INTEGER: Type = { kind: "integer" };
const BOOLEAN: Type = { kind: "boolean" };

type Read = Extract<Expression, { op: "read" }>;

const read = (name: string, type: Type = BOOLEAN): Read => ({
  op: "read",
  from: "scope",
  path: `facts.p.${name}`,
  segments: ["facts", "p", name],
  type,
});
const ref = (id: string, type: Type = BOOLEAN): Expression => ({ op: "rule", id, type });
const number = (value: number): Expression => ({ op: "constant", type: INTEGER, value });
const scope = (p: { readonly [name: string]: Json }): Scope => ({ ...EMPTY, facts: { p } });

const AGE = read("age", INTEGER);
const LIST = read("list", { kind: "list", item: INTEGER });
const below = (left: Expression, right: Expression): Expression => ({
  op: "compare",
  sign: "<",
  order: "number",
  args: [left, right],
});

describe("the evaluation of an expression by the engine", () => {
  it("gives true, false or undefined for a condition, and a value for a value or list", () => {
    const condition = evaluator(below(AGE, number(5)), NO_LINKS);
    expect([scope({ age: 4 }), scope({ age: 5 }), EMPTY].map(condition)).toEqual([true, false, undefined]);
    const sum = evaluator({ op: "math", fn: "+", type: INTEGER, args: [AGE, number(1)] }, NO_LINKS);
    expect([scope({ age: 4 }), EMPTY].map(sum)).toEqual([5, undefined]);
    const list = evaluator(LIST, NO_LINKS);
    expect([scope({ list: [1, 2] }), scope({}), EMPTY].map(list)).toEqual([[1, 2], undefined, undefined]);
  });

  it("throws for any rule if it is given NO_LINKS, which contains no rules", () => {
    expect(() => NO_LINKS.truthOf("x")).toThrow("rule x inside an atom");
    expect(() => NO_LINKS.valueOf("x")).toThrow("rule x inside an atom");
  });

  it("linksTo finds the value of each referenced rule by its number", () => {
    const slots = [true, false, undefined, 7];
    const { truthOf, valueOf: answerOf } = linksTo(slots);
    expect(["0", "1", "2", "9"].map((id) => truthOf(id)(EMPTY))).toEqual([true, false, "unknown", "unknown"]);
    expect(["3", "2", "1"].map((id) => answerOf(id)(EMPTY))).toEqual([7, undefined, false]);
    slots[1] = true;
    expect(truthOf("1")(EMPTY)).toBe(true);
  });

  it("withSlots replaces the parts of a comparison or calculation by numbered references, and throws for other expressions", () => {
    const three = below(AGE, number(3));
    expect(withSlots(three, [AGE, number(3)])).toEqual({
      ...three,
      args: [ref("0", INTEGER), ref("1", INTEGER)],
    });
    const equal: Expression = { op: "equal", order: "boolean", left: read("a"), right: AGE };
    expect(withSlots(equal, [read("a"), AGE])).toEqual({
      ...equal,
      left: ref("0"),
      right: ref("1", INTEGER),
    });
    const within: Expression = { op: "within", order: "number", needle: AGE, values: [1] };
    expect(withSlots(within, [AGE])).toEqual({ ...within, needle: ref("0", INTEGER) });
    const sum: Expression = { op: "math", fn: "+", type: INTEGER, args: [AGE, AGE, AGE] };
    expect(withSlots(sum, [AGE, AGE, AGE])).toEqual({
      ...sum,
      args: ["0", "1", "2"].map((id) => ref(id, INTEGER)),
    });
    expect(() => withSlots({ op: "not", arg: AGE }, [AGE])).toThrow("withSlots: unexpected operator not");
  });

  it("nameOf gives different functions different names, and equal functions the same name", () => {
    const named = (expression: Expression, args: readonly Expression[]) => nameOf(expression, args);
    const compare = (sign: "<" | "<=", order: "number" | "decimal"): Expression => ({
      op: "compare",
      sign,
      order,
      args: [],
    });
    const within = (order: "number" | "text", ...values: readonly number[]): Expression => ({
      op: "within",
      order,
      needle: AGE,
      values,
    });
    const math = (fn: "+" | "-", type: Type): Expression => ({ op: "math", fn, type, args: [] });
    const names = [
      named(compare("<", "number"), [AGE, AGE]),
      named(compare("<=", "number"), [AGE, AGE]),
      named(compare("<", "decimal"), [AGE, AGE]),
      named(compare("<", "number"), [AGE, read("a")]),
      named({ op: "equal", order: "number", left: AGE, right: AGE }, [AGE, AGE]),
      named({ op: "equal", order: "text", left: AGE, right: AGE }, [AGE, AGE]),
      named({ op: "equal", order: "text", left: AGE, right: AGE }, [read("a"), AGE]),
      named(within("number", 1), [AGE]),
      named(within("number", 2), [AGE]),
      named(within("number", 1, 2), [AGE]),
      named(within("text", 1), [AGE]),
      named(math("+", INTEGER), [AGE, AGE]),
      named(math("-", INTEGER), [AGE, AGE]),
      named(math("+", { kind: "decimal", of: baht }), [AGE, AGE]),
      named(math("+", { kind: "decimal", of: units }), [AGE, AGE]),
      named(math("+", INTEGER), [AGE]),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(named(compare("<", "number"), [AGE, AGE])).toBe(named(below(AGE, number(3)), [AGE, number(3)]));
    expect(named({ op: "not", arg: AGE }, [])).toBe("not");
  });
});

describe("the data paths that a part of a condition reads", () => {
  const none = { ofRule: () => [], ofDerived: () => undefined };

  it("the data paths of a condition are listed once in reading order, without paths inside list items", () => {
    const found = readsOf({ op: "and", args: [below(AGE, read("b", INTEGER)), below(AGE, number(1))] }, none);
    expect(found?.map(({ path }) => path)).toEqual(["facts.p.age", "facts.p.b"]);
    const item: Expression = { ...AGE, from: "item" };
    const each: Expression = { op: "each", quantifier: "some", list: LIST, test: below(item, number(1)) };
    expect(readsOf(each, none)?.map(({ path }) => path)).toEqual(["facts.p.list"]);
    expect(readsOf(number(1), none)).toEqual([]);
  });

  it("the data paths are undefined if the part reads a rule or a derived value", () => {
    expect(readsOf({ op: "not", arg: ref("x") }, none)).toBeUndefined();
    const derived = {
      ...none,
      ofDerived: (path: string) => (path === "facts.p.age" ? number(1) : undefined),
    };
    expect(readsOf(below(AGE, number(1)), derived)).toBeUndefined();
    expect(readsOf(below(read("b", INTEGER), number(1)), derived)).toHaveLength(1);
  });

  it("withValue fills the data paths, and omits a missing value", () => {
    const one = withValue(EMPTY, ["facts", "p", "age"], 4);
    expect(one).toEqual(scope({ age: 4 }));
    expect(withValue(one, ["facts", "p", "yes"], false)).toEqual(scope({ age: 4, yes: false }));
    expect(withValue(one, ["facts", "q"], "x")).toEqual({ ...EMPTY, facts: { p: { age: 4 }, q: "x" } });
    expect(withValue(one, ["facts", "p", "yes"], undefined)).toBe(one);
    expect(EMPTY).toEqual({ answers: {}, facts: {}, derived: {}, effects: {}, flags: {} });
  });
});

describe("the results of rules", () => {
  const clause = (id: string, logic: Expression) => ({ id, reason: "r", mend: "none", logic });
  const RULES: readonly CheckedRule[] = [
    { kind: "must", id: "both", clauses: [clause("a", read("a")), clause("b", read("b"))] },
    {
      kind: "value",
      id: "next",
      type: INTEGER,
      logic: { op: "math", fn: "+", type: INTEGER, args: [AGE, number(1)] },
    },
    { kind: "must", id: "outer", clauses: [clause("c", { op: "not", arg: ref("both") })] },
  ];

  it("a rule is true if all its clauses hold, also if a clause refers to a further rule", () => {
    const { truthOf } = linksOf(RULES);
    const people = [
      scope({ a: true, b: true }),
      scope({ a: true, b: false }),
      scope({ a: true }),
      scope({ b: false }),
    ];
    expect(people.map((one) => truthOf("both")(one))).toEqual([true, false, "unknown", false]);
    expect(people.map((one) => truthOf("outer")(one))).toEqual([false, true, "unknown", true]);
  });

  it("a value rule results in a value, or in undefined if the value is unknown", () => {
    const { valueOf: answerOf } = linksOf(RULES);
    expect([scope({ age: 4 }), EMPTY].map((one) => answerOf("next")(one))).toEqual([5, undefined]);
    expect(answerOf("both")(scope({ a: true, b: true }))).toBe(true);
  });

  it("an expression that refers to rules uses the results of these rules", () => {
    const links = linksOf(RULES);
    const run = evaluator(below(ref("next", INTEGER), number(6)), links);
    expect([scope({ age: 4 }), scope({ age: 5 }), EMPTY].map(run)).toEqual([true, false, undefined]);
    expect(evaluator(ref("next", INTEGER), links)(scope({ age: 1 }))).toBe(2);
  });

  it("a request for the result of an unknown rule throws", () => {
    expect(() => linksOf(RULES).truthOf("nowhere")(EMPTY)).toThrow("nowhere");
  });
});
