import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { Logic, RuleCase } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { coverageOf } from "../../../../engine/verify/coverage/index.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import {
  ADULT,
  AGE,
  cases,
  coverage,
  FAILS,
  missing,
  NOBODY,
  p,
  rule,
  SURE,
  TYPES,
  told,
  value,
  YES,
} from "./rules.ts";

/** Returns cases by what is known of the fact `p`. */
const people = (...all: readonly JsonObject[]): readonly RuleCase[] => cases(...all.map(p));

describe("a condition is shown by a person for whom it alone decides", () => {
  it.each<
    readonly [what: string, logic: readonly Logic[], known: readonly JsonObject[], told: readonly string[]]
  >([
    ["in both directions", [YES], [{ yes: true }, { yes: false }], ["shown shown"]],
    ["in one direction only", [YES], [{ yes: true }], ["shown missing"]],
    ["in the other direction only", [YES], [{ yes: false }], ["missing shown"]],
    ["not by a person without values", [YES], [{}], ["missing missing"]],
    [
      "of two that must hold, by a person for whom only this one fails",
      [{ and: [YES, SURE] }],
      [
        { yes: true, sure: true },
        { yes: false, sure: true },
        { yes: false, sure: false },
      ],
      ["shown shown", "shown missing"],
    ],
    [
      "of two clauses likewise",
      [YES, SURE],
      [
        { yes: true, sure: true },
        { yes: true, sure: false },
      ],
      ["shown missing", "shown shown"],
    ],
    [
      "of two of which one is enough, by a person for whom only this one holds",
      [{ or: [YES, SURE] }],
      [
        { yes: true, sure: true },
        { yes: true, sure: false },
        { yes: false, sure: false },
      ],
      ["shown shown", "missing shown"],
    ],
    [
      "within a negation as it is there",
      [{ "!": [{ and: [YES, SURE] }] }],
      [
        { yes: true, sure: true },
        { yes: true, sure: false },
      ],
      ["shown missing", "shown shown"],
    ],
    [
      "each time if it occurs twice",
      [{ or: [{ and: [YES, SURE] }, { and: [YES, { "!": [SURE] }] }] }],
      [
        { yes: true, sure: true },
        { yes: false, sure: true },
      ],
      ["shown shown", "shown infeasible", "missing missing", "infeasible missing"],
    ],
    [
      "never for a part that decides nothing",
      [{ or: [YES, true] }],
      [{ yes: true }],
      ["infeasible infeasible"],
    ],
    [
      "not failing for one that never fails",
      [{ or: [{ "==": [{ var: "facts.p.name" }, "x"] }, { "!=": [{ var: "facts.p.name" }, "x"] }] }],
      [{}],
      ["missing infeasible", "infeasible missing"],
    ],
  ])("%s", (_, logic, known, lines) => {
    expect(told(coverage(rule(logic, people(...known))))).toEqual(lines);
  });
});

describe("a rule is covered in its context", () => {
  const inner = rule([YES], NOBODY, { id: "y" });

  it("if it refers to another rule, by that rule's result", () => {
    const outer = rule([{ rule: "y" }, SURE], cases(p({ yes: true, sure: true })));
    expect(coverage(outer, { others: [inner] })).toMatchObject({ share: 0.5 });
    expect(missing(outer, { others: [inner] })).toEqual([
      [FAILS, p({ yes: false, sure: true }), false],
      [FAILS, p({ yes: true, sure: false }), false],
    ]);
  });

  it("by its own cases, and referenced rules come first", () => {
    const outer = rule([{ rule: "y" }], cases(p({ yes: true })));
    const rules = [outer, inner].map((one) => ({ file: `${one.id}.json`, rule: one }));
    const all = coverageOf({ rules, conditions: {}, types: TYPES, formats }, domainsOfTypes(TYPES, formats));
    expect(all.map(({ rule, share }) => [rule, share])).toEqual([
      ["y", 0],
      ["x", 0.5],
    ]);
  });

  it("not at all if one of the rules has a fault", () => {
    const faulty = rule([{ var: "facts.p.nowhere" }], NOBODY, { id: "z" });
    const rules = [inner, faulty].map((one) => ({ file: `${one.id}.json`, rule: one }));
    expect(
      coverageOf({ rules, conditions: {}, types: TYPES, formats }, domainsOfTypes(TYPES, formats)),
    ).toEqual([]);
  });

  it("by its share of what is feasible", () => {
    const share = (logic: Logic, ...people: readonly JsonObject[]) =>
      coverage(rule([logic], cases(...people))).share;
    expect(share(YES, p({ yes: true }))).toBe(0.5);
    expect(share({ or: [YES, { "!": [YES] }] }, p({ yes: true }))).toBe(0.5);
    expect(share(ADULT, p({ age: 20 }))).toBe(0.4);
    expect(share(true, {})).toBe(1);
  });
});

describe("a value rule is shown by people with another value", () => {
  it.each<readonly [what: string, logic: Logic, known: readonly JsonObject[], told: readonly string[]]>([
    ["by a choice", { if: [YES, 1, 2] }, [{ yes: true }], ["shown missing"]],
    ["not by a choice between equal values", { if: [YES, 1, 1] }, [{ yes: true }], ["infeasible infeasible"]],
    [
      "by nested choices",
      { if: [YES, { if: [SURE, 1, 2] }, 3] },
      [{ yes: true, sure: true }, { yes: false }],
      ["shown shown", "shown missing"],
    ],
    [
      "by the selected value",
      { if: [YES, 1, { if: [SURE, 1, 2] }] },
      [
        { yes: false, sure: true },
        { yes: false, sure: false },
      ],
      ["missing shown", "shown shown"],
    ],
    ["by a choice in a sum", { "+": [{ if: [YES, 1, 2] }, 1] }, [{ yes: true }], ["shown missing"]],
    [
      "by a choice in a sum in a sum",
      { "+": [{ "*": [{ if: [YES, 1, 2] }, 2] }, 1] },
      [{ yes: false }],
      ["missing shown"],
    ],
    ["not for a calculation without choices", { "+": [AGE, 1] }, [{ age: 1 }], []],
    ["not for a place alone", AGE, [{ age: 1 }], []],
  ])("%s", (_, logic, known, lines) => {
    expect(told(coverage(value(logic, people(...known))))).toEqual(lines);
  });

  it("a boolean value by its conditions", () => {
    const both = value({ and: [YES, SURE] }, people({ yes: true, sure: true }), "boolean");
    expect(told(coverage(both))).toEqual(["shown missing", "shown missing"]);
  });
});

describe("a threshold is shown by cases just below it, at it and just above it", () => {
  const around = (...ages: readonly number[]) => people(...ages.map((age) => ({ age })));
  it.each<readonly [what: string, logic: Logic, known: readonly RuleCase[], told: readonly string[]]>([
    ["all three", ADULT, around(19, 20, 21), ["shown shown", "shown shown shown"]],
    ["not two steps away", ADULT, around(18, 20, 22), ["shown shown", "missing shown missing"]],
    ["however it is written", { "<": [20, AGE] }, around(19, 21), ["shown shown", "shown missing shown"]],
    [
      "not by a person for whom it is unknown",
      ADULT,
      people({}),
      ["missing missing", "missing missing missing"],
    ],
    [
      "only where it decides",
      { or: [ADULT, YES] },
      people({ age: 19, yes: true }, { age: 20, yes: false }, { age: 21, yes: true }),
      ["shown missing", "shown missing", "missing shown missing"],
    ],
    ["none for two places", { "<": [5, AGE, 9] }, around(7), ["shown missing"]],
    [
      "none for a number with fractions",
      { ">": [{ var: "facts.p.score" }, 5] },
      people({ score: 6 }),
      ["shown missing"],
    ],
    [
      "none between two numbers",
      { and: [{ ">": [2, 1] }, YES] },
      people({ yes: true }),
      ["shown infeasible", "shown missing"],
    ],
    ["none for a sum", { ">": [{ "+": [AGE, 1] }, 5] }, around(6), ["shown missing"]],
    [
      "none for a length",
      { ">": [{ var: "facts.p.list.length" }, 5] },
      people({ list: [] }),
      ["missing shown"],
    ],
  ])("%s", (_, logic, known, lines) => {
    expect(told(coverage(rule([logic], known)))).toEqual(lines);
  });
});
