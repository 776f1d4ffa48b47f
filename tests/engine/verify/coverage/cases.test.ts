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

/** Returns one case for each set of values of the fact `p`. */
const people = (...all: readonly JsonObject[]): readonly RuleCase[] => cases(...all.map(p));

describe("the coverage of a condition by the cases of a rule", () => {
  it.each<
    readonly [what: string, logic: readonly Logic[], known: readonly JsonObject[], told: readonly string[]]
  >([
    ["both results are covered by one case each", [YES], [{ yes: true }, { yes: false }], ["shown shown"]],
    ["only the first result is covered if all cases hold", [YES], [{ yes: true }], ["shown missing"]],
    ["only the second result is covered if all cases fail", [YES], [{ yes: false }], ["missing shown"]],
    ["a case without values covers nothing", [YES], [{}], ["missing missing"]],
    [
      "a case where only one of two required conditions fails covers that condition",
      [{ and: [YES, SURE] }],
      [
        { yes: true, sure: true },
        { yes: false, sure: true },
        { yes: false, sure: false },
      ],
      ["shown shown", "shown missing"],
    ],
    [
      "a case where only one of two clauses fails covers that clause",
      [YES, SURE],
      [
        { yes: true, sure: true },
        { yes: true, sure: false },
      ],
      ["shown missing", "shown shown"],
    ],
    [
      "a case where only one of two alternatives holds covers that alternative",
      [{ or: [YES, SURE] }],
      [
        { yes: true, sure: true },
        { yes: true, sure: false },
        { yes: false, sure: false },
      ],
      ["shown shown", "missing shown"],
    ],
    [
      "conditions within a negation are covered as they are written",
      [{ "!": [{ and: [YES, SURE] }] }],
      [
        { yes: true, sure: true },
        { yes: true, sure: false },
      ],
      ["shown missing", "shown shown"],
    ],
    [
      "a condition that occurs twice is covered separately each time",
      [{ or: [{ and: [YES, SURE] }, { and: [YES, { "!": [SURE] }] }] }],
      [
        { yes: true, sure: true },
        { yes: false, sure: true },
      ],
      ["shown shown", "shown infeasible", "missing missing", "infeasible missing"],
    ],
    [
      "a part that never affects the result is not covered",
      [{ or: [YES, true] }],
      [{ yes: true }],
      ["infeasible infeasible"],
    ],
    [
      "the failing of a condition that never fails is not covered",
      [{ or: [{ "==": [{ var: "facts.p.name" }, "x"] }, { "!=": [{ var: "facts.p.name" }, "x"] }] }],
      [{}],
      ["missing infeasible", "infeasible missing"],
    ],
  ])("the coverage of a condition is as expected: %s", (_, logic, known, lines) => {
    expect(told(coverage(rule(logic, people(...known))))).toEqual(lines);
  });
});

describe("the coverage of a rule that refers to other rules", () => {
  const inner = rule([YES], NOBODY, { id: "y" });

  it("counts the result of each referenced rule as one condition", () => {
    const outer = rule([{ rule: "y" }, SURE], cases(p({ yes: true, sure: true })));
    expect(coverage(outer, { others: [inner] })).toMatchObject({ share: 0.5 });
    expect(missing(outer, { others: [inner] })).toEqual([
      [FAILS, p({ yes: false, sure: true }), false],
      [FAILS, p({ yes: true, sure: false }), false],
    ]);
  });

  it("uses the cases of the rule itself, and lists the referenced rules first", () => {
    const outer = rule([{ rule: "y" }], cases(p({ yes: true })));
    const rules = [outer, inner].map((one) => ({ file: `${one.id}.json`, rule: one }));
    const all = coverageOf({ rules, conditions: {}, types: TYPES, formats }, domainsOfTypes(TYPES, formats));
    expect(all.map(({ rule, share }) => [rule, share])).toEqual([
      ["y", 0],
      ["x", 0.5],
    ]);
  });

  it("the coverage is not computed if one of the rules has a fault", () => {
    const faulty = rule([{ var: "facts.p.nowhere" }], NOBODY, { id: "z" });
    const rules = [inner, faulty].map((one) => ({ file: `${one.id}.json`, rule: one }));
    expect(
      coverageOf({ rules, conditions: {}, types: TYPES, formats }, domainsOfTypes(TYPES, formats)),
    ).toEqual([]);
  });

  it("the coverage is the number of covered parts divided by the number of parts that can be covered", () => {
    const share = (logic: Logic, ...people: readonly JsonObject[]) =>
      coverage(rule([logic], cases(...people))).share;
    expect(share(YES, p({ yes: true }))).toBe(0.5);
    expect(share({ or: [YES, { "!": [YES] }] }, p({ yes: true }))).toBe(0.5);
    expect(share(ADULT, p({ age: 20 }))).toBe(0.4);
    expect(share(true, {})).toBe(1);
  });
});

describe("the coverage of a value rule by cases with different values", () => {
  it.each<readonly [what: string, logic: Logic, known: readonly JsonObject[], told: readonly string[]]>([
    [
      "a choice is covered by a case that takes that choice",
      { if: [YES, 1, 2] },
      [{ yes: true }],
      ["shown missing"],
    ],
    [
      "a choice between equal values is not covered",
      { if: [YES, 1, 1] },
      [{ yes: true }],
      ["infeasible infeasible"],
    ],
    [
      "nested choices are covered separately",
      { if: [YES, { if: [SURE, 1, 2] }, 3] },
      [{ yes: true, sure: true }, { yes: false }],
      ["shown shown", "shown missing"],
    ],
    [
      "a selected condition is covered",
      { if: [YES, 1, { if: [SURE, 1, 2] }] },
      [
        { yes: false, sure: true },
        { yes: false, sure: false },
      ],
      ["missing shown", "shown shown"],
    ],
    [
      "a choice in a sum is covered by a case that takes that choice",
      { "+": [{ if: [YES, 1, 2] }, 1] },
      [{ yes: true }],
      ["shown missing"],
    ],
    [
      "a choice in a sum within a sum is covered",
      { "+": [{ "*": [{ if: [YES, 1, 2] }, 2] }, 1] },
      [{ yes: false }],
      ["missing shown"],
    ],
    ["a calculation without choices needs no cases", { "+": [AGE, 1] }, [{ age: 1 }], []],
    ["a data path alone needs no cases", AGE, [{ age: 1 }], []],
  ])("the coverage of a value rule is as expected: %s", (_, logic, known, lines) => {
    expect(told(coverage(value(logic, people(...known))))).toEqual(lines);
  });

  it("treats a boolean value like a condition", () => {
    const both = value({ and: [YES, SURE] }, people({ yes: true, sure: true }), "boolean");
    expect(told(coverage(both))).toEqual(["shown missing", "shown missing"]);
  });
});

describe("the coverage of a threshold by cases just below it, at it and just above it", () => {
  const around = (...ages: readonly number[]) => people(...ages.map((age) => ({ age })));
  it.each<readonly [what: string, logic: Logic, known: readonly RuleCase[], told: readonly string[]]>([
    ["all three cases are covered", ADULT, around(19, 20, 21), ["shown shown", "shown shown shown"]],
    [
      "a case two steps away does not count",
      ADULT,
      around(18, 20, 22),
      ["shown shown", "missing shown missing"],
    ],
    [
      "the notation of the comparison does not matter",
      { "<": [20, AGE] },
      around(19, 21),
      ["shown shown", "shown missing shown"],
    ],
    [
      "a case whose result is unknown does not count",
      ADULT,
      people({}),
      ["missing missing", "missing missing missing"],
    ],
    [
      "only a threshold that affects the result counts",
      { or: [ADULT, YES] },
      people({ age: 19, yes: true }, { age: 20, yes: false }, { age: 21, yes: true }),
      ["shown missing", "shown missing", "missing shown missing"],
    ],
    ["a comparison of two data paths has no threshold", { "<": [5, AGE, 9] }, around(7), ["shown missing"]],
    [
      "a number with fractions has no threshold",
      { ">": [{ var: "facts.p.score" }, 5] },
      people({ score: 6 }),
      ["shown missing"],
    ],
    [
      "a comparison with a range between two numbers has no threshold",
      { and: [{ ">": [2, 1] }, YES] },
      people({ yes: true }),
      ["shown infeasible", "shown missing"],
    ],
    ["a sum has no threshold", { ">": [{ "+": [AGE, 1] }, 5] }, around(6), ["shown missing"]],
    [
      "a length has no threshold",
      { ">": [{ var: "facts.p.list.length" }, 5] },
      people({ list: [] }),
      ["missing shown"],
    ],
  ])("the coverage of a threshold is as expected: %s", (_, logic, known, lines) => {
    expect(told(coverage(rule([logic], known)))).toEqual(lines);
  });
});
