import { describe, expect, it } from "vitest";
import type { Expression } from "../../../../../engine/rules/expression.ts";
import type { CheckedRule } from "../../../../../engine/rules/program.ts";
import { pathsRead, referencesOf } from "../../../../../engine/verify/model/diagram/references.ts";
import { ask, checked, must, v, value } from "./asked.ts";

describe("the variables of a space", () => {
  it("the variables start with the prioritised data paths; the others follow in reading order", () => {
    const order = (places?: readonly string[]) =>
      ask(
        [{ and: [v("yes"), v("sure"), { ">": [v("level"), 1] }] }],
        [],
        places ? { order: places } : {},
      ).space.variables.map(({ path }) => path.slice("facts.p.".length));
    expect(order()).toEqual(["yes", "sure", "level"]);
    expect(order([])).toEqual(["yes", "sure", "level"]);
    expect(order(["facts.p.level"])).toEqual(["level", "yes", "sure"]);
    expect(order(["facts.p.nobody", "facts.p.level", "facts.p.yes"])).toEqual(["level", "yes", "sure"]);
    expect(order(["facts.p.sure", "facts.p.yes"])).toEqual(["sure", "yes", "level"]);
  });

  it("the variables include data paths of which only the presence matters, and variables without a data path", () => {
    const passed = {
      path: "passed.form",
      type: { kind: "boolean" } as const,
      schema: {},
      cells: [],
      exact: true,
      presence: false,
    };
    const { space } = ask([v("yes")], [], {
      present: ["facts.p.word", "facts.nobody", "facts.p.yes"],
      more: [passed],
    });
    expect(space.variables.map(({ path, presence }) => [path, presence])).toEqual([
      ["facts.p.yes", false],
      ["facts.p.word", true],
      ["passed.form", false],
    ]);
    expect(["facts.p.yes", "facts.p.word", "passed.form", "facts.nobody"].map(space.levelOf)).toEqual([
      0,
      1,
      2,
      undefined,
    ]);
  });

  it("levelsRead finds the variables behind rules and derived values", () => {
    const rules = [must("able", v("sure")), value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const asked = ask([v("yes"), { rule: "able" }, { ">": [v("derived.sum"), 2] }], rules, {
      derivedRules: { sum: "sum" },
    });
    const { space, of } = asked;
    const named = (expressions: readonly Expression[]) =>
      [...space.levelsRead(expressions)].map((level) => space.variables[level]?.path);
    expect(named(of.slice(0, 1))).toEqual(["facts.p.yes"]);
    expect(named(of.slice(1, 2))).toEqual(["facts.p.sure"]);
    expect(named(of.slice(2))).toEqual(["facts.p.level"]);
    expect(named([])).toEqual([]);
  });
});

describe("a reference in a condition", () => {
  const { rules } = checked(
    [],
    [must("able", v("yes"), v("sure")), value("sum", { type: "integer" }, { "+": [v("level"), 1] })],
  );

  it("a reference stands for the clauses or the value of a rule; a reference to an unknown rule stands for nothing", () => {
    const of = referencesOf(rules);
    expect(of.ofRule("able")).toHaveLength(2);
    expect(of.ofRule("sum")).toHaveLength(1);
    expect(of.ofRule("nowhere")).toEqual([]);
  });

  it("a reference to a derived value stands for the value rule behind that value, or for nothing", () => {
    const of = referencesOf(rules as readonly CheckedRule[], {
      total: "sum",
      truth: "able",
      lost: "nowhere",
    });
    expect(of.ofDerived("derived.total")).toEqual({ op: "rule", id: "sum", type: { kind: "integer" } });
    for (const path of [
      "derived.truth",
      "derived.lost",
      "derived.sum",
      "facts.total",
      "facts.p.total",
      "total",
      "derived.",
    ])
      expect(of.ofDerived(path)).toBeUndefined();
  });

  it("pathsRead follows references and visits each rule once", () => {
    const { expressions } = checked(
      [{ and: [v("yes"), { rule: "able" }] }],
      [must("able", v("yes"), v("sure"))],
    );
    expect(pathsRead(expressions, referencesOf(rules))).toEqual(["facts.p.yes", "facts.p.sure"]);
    expect(pathsRead([], referencesOf(rules))).toEqual([]);
  });
});
