import { describe, expect, it } from "vitest";
import { formats } from "../../../../../domain/formats.ts";
import type { Expression } from "../../../../../engine/rules/expression.ts";
import type { Logic } from "../../../../../engine/rules/rule.ts";
import type { Json } from "../../../../../engine/values/json.ts";
import { createSpace } from "../../../../../engine/verify/model/diagram/space.ts";
import { domainsOfTypes } from "../../../../../engine/verify/model/partition/domain.ts";
import { answersOf, ask, checked, must, TYPES, v, value } from "./asked.ts";

describe("the results that a diagram gives for a condition", () => {
  const TABLES: readonly (readonly [string, Logic, { readonly [person: string]: Json }])[] = [
    ["a boolean", v("yes"), { true: true, false: false, "-": "unknown" }],
    ["a constant, which needs no value", { "==": [1, 1] }, { "": true }],
    ["a comparison", { ">=": [v("level"), 2] }, { "1": false, "2": true, "3": true, "-": "unknown" }],
    ["a switch, which is never missing", { "!": [v("flags.on")] }, { true: false, false: true }],
  ];

  it.each(TABLES)("a diagram gives the right results for %s", (_, logic, expected) => {
    expect(answersOf(logic)).toEqual(expected);
  });

  it('a diagram gives the right results if an "or" or an "if" reads three data paths', () => {
    const three = ["yes", "sure", "flags.on"].map((name) => v(name));
    const either = answersOf({ or: three });
    expect(Object.keys(either)).toHaveLength(18);
    expect(Object.entries(either).filter(([, one]) => one !== true)).toEqual([
      ["false false false", false],
      ["false - false", "unknown"],
      ["- false false", "unknown"],
      ["- - false", "unknown"],
    ]);
    const chosen = answersOf({ if: [...three] } as Logic);
    expect(Object.entries(chosen).filter(([, one]) => one === true)).toEqual([
      ["true true true", true],
      ["true true false", true],
      ["false true true", true],
      ["false false true", true],
      ["false - true", true],
    ]);
    expect(Object.values(chosen).filter((one) => one === "unknown")).toHaveLength(2 + 6);
  });

  it("a diagram visits each rule once, even if thirty rules each refer twice to the previous rule", () => {
    const rules = Array.from({ length: 30 }, (_, at) => {
      const inner: Logic = at === 0 ? v("yes") : { rule: `r${at - 1}` };
      return must(`r${at}`, { or: [inner, { "!": [inner] }] }, inner);
    });
    expect(answersOf({ rule: "r29" }, rules)).toEqual({ true: true, false: false, "-": "unknown" });
  });

  it("a diagram gives the right results for a comparison whose parts read three data paths", () => {
    const found = answersOf({ "<": [v("level"), { if: [v("yes"), v("step"), 2] }] });
    expect(Object.keys(found)).toHaveLength(48);
    expect(Object.values(found).filter((one) => one === true).length).toBe(
      // The result is true for the pairs 1<2, 1<3 and 2<3. It is false for level 1 with any step (three
      // values, or missing).
      3 + 4,
    );
    expect(Object.values(found).filter((one) => one === false).length).toBe(6 + 8);
  });

  it("a diagram uses all clauses of a rule, the value of a value rule, and the rule behind a derived value", () => {
    const rules = [
      must("able", v("yes"), { ">": [v("level"), 1] }),
      value("sum", { type: "integer" }, { "+": [v("level"), 1] }),
    ];
    expect(answersOf({ rule: "able" }, rules)).toEqual({
      "true 1": false,
      "true 2": true,
      "true 3": true,
      "true -": "unknown",
      "false 1": false,
      "false 2": false,
      "false 3": false,
      "false -": false,
      "- 1": false,
      "- 2": "unknown",
      "- 3": "unknown",
      "- -": "unknown",
    });
    expect(answersOf({ ">": [{ rule: "sum" }, 2] }, rules)).toEqual({
      "1": false,
      "2": true,
      "3": true,
      "-": "unknown",
    });
    const derivedRules = { sum: "sum" };
    expect(answersOf({ ">": [v("derived.sum"), 2] }, rules, { derivedRules })).toEqual({
      "1": false,
      "2": true,
      "3": true,
      "-": "unknown",
    });
  });

  it("a diagram uses the default of a derived value if the rule behind that value is unknown", () => {
    const rules = [value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const derivedRules = { sum: "sum" };
    const logic: Logic = { ">": [{ var: ["derived.sum", 9] }, 2] };
    expect(answersOf(logic, rules, { derivedRules })).toEqual({
      "1": false,
      "2": true,
      "3": true,
      "-": true,
    });
  });

  it("a diagram uses a separate default for each read of a derived value", () => {
    const rules = [value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const below = (fallback: number): Logic => ({ "<": [{ var: ["derived.sum", fallback] }, 3] });
    const found = answersOf({ and: [below(0), { "!": [below(9)] }] }, rules, {
      derivedRules: { sum: "sum" },
    });
    expect(found).toEqual({ "1": false, "2": false, "3": false, "-": true });
  });

  it("a diagram treats a derived value as missing if the rule behind that value is unknown", () => {
    const rules = [value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const asked = ask([{ ">": [v("derived.sum"), 2] }], rules, { derivedRules: { sum: "sum" } });
    const read = (asked.of[0] as { readonly args: readonly Expression[] }).args[0] as Extract<
      Expression,
      { op: "read" }
    >;
    const { diagrams } = asked.space;
    const absent = asked.space.diagramOf({ op: "absent", places: [read], need: 1 });
    const cells = (asked.space.variables[0]?.cells ?? []).map((_, at) =>
      diagrams.valueOf(diagrams.fix(absent, new Map([[0, at]]))),
    );
    expect(cells).toEqual([false, false, false, true]);
  });

  it("a diagram gives the right results if missing_some counts three values", () => {
    const names = ["yes", "sure", "level"];
    const logics = names.map((name) => v(name));
    const program = checked([logics[0] as Logic, logics[1] as Logic, { ">": [logics[2] as Logic, 1] }]);
    const reads = [
      program.expressions[0],
      program.expressions[1],
      (program.expressions[2] as { readonly args: readonly Expression[] }).args[0],
    ] as Extract<Expression, { op: "read" }>[];
    const absents = [1, 2, 3].map((need): Expression => ({ op: "absent", places: reads, need }));
    const space = createSpace({
      rules: [],
      expressions: [...program.expressions, ...absents],
      domainOf: domainsOfTypes(TYPES, formats),
    });
    for (const [need, absent] of [
      [1, absents[0]],
      [2, absents[1]],
      [3, absents[2]],
    ] as [number, Expression][]) {
      const { diagrams, variables } = space;
      const node = space.diagramOf(absent);
      for (const here of [0, 1, 2, 3, 4, 5, 6, 7]) {
        const bits = [4, 2, 1].map((bit) => (here & bit) > 0);
        const cells = new Map(
          variables.map(({ cells: all }, level) => [level, bits[level] ? 0 : all.length - 1] as const),
        );
        expect(diagrams.valueOf(diagrams.fix(node, cells))).toBe(bits.filter(Boolean).length < need);
      }
    }
  });
});
