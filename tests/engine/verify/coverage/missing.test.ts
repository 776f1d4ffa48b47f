import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { Logic, RuleFile } from "../../../../engine/rules/rule.ts";
import type { JsonSchema } from "../../../../engine/values/json.ts";
import { coverageOf } from "../../../../engine/verify/coverage/index.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import {
  ADULT,
  AGE,
  AMOUNT,
  a,
  COUNT,
  cases,
  coverage,
  FAILS,
  HOLDS,
  LEAST,
  missing,
  NOBODY,
  narrowed,
  p,
  type Row,
  rule,
  SURE,
  TYPES,
  told,
  value,
  YES,
} from "./rules.ts";

describe("the missing cases of a rule", () => {
  it.each<readonly [what: string, of: RuleFile, missing: readonly Row[]]>([
    [
      "for a condition and its threshold",
      rule([ADULT], NOBODY),
      [
        [HOLDS, p({ age: 20 }), true],
        [FAILS, p({ age: 19 }), false],
        ["just under", p({ age: 19 }), false],
        ["exactly", p({ age: 20 }), true],
        ["just over", p({ age: 21 }), true],
      ],
    ],
    [
      "with values of all other conditions that let the condition decide",
      rule([ADULT, YES], NOBODY),
      [
        [HOLDS, p({ age: 20, yes: true }), true],
        [FAILS, p({ age: 19, yes: true }), false],
        ["just under", p({ age: 19, yes: true }), false],
        ["exactly", p({ age: 20, yes: true }), true],
        ["just over", p({ age: 21, yes: true }), true],
        [HOLDS, p({ age: 20, yes: true }), true],
        [FAILS, p({ age: 20, yes: false }), false],
      ],
    ],
    [
      "with the value that the rule gives",
      value({ if: [YES, 1, 2] }, NOBODY),
      [
        [HOLDS, p({ yes: true }), 1],
        [FAILS, p({ yes: false }), 2],
      ],
    ],
    [
      "with `unknown` where the rule gives no result",
      value({ if: [YES, AGE, 2] }, NOBODY),
      [
        [HOLDS, p({ yes: true }), "unknown"],
        [FAILS, p({ yes: false }), 2],
      ],
    ],
    [
      "for amounts, one satang away from the value at the other data path",
      rule([{ ">=": [AMOUNT, LEAST] }], cases(a({ amount: "5.00", least: "4.99" }))),
      [
        [FAILS, a({ amount: "0.00", least: "0.01" }), false],
        ["just under", a({ amount: "0.00", least: "0.01" }), false],
        ["exactly", a({ amount: "0.00", least: "0.00" }), true],
      ],
    ],
    [
      "for a day, with the days before and after",
      rule(
        [{ "<": [{ var: "facts.p.born" }, "2000-03-01"] }],
        cases(p({ born: "1990-01-01" }), p({ born: "2010-01-01" })),
      ),
      [
        ["just under", p({ born: "2000-02-29" }), true],
        ["exactly", p({ born: "2000-03-01" }), false],
        ["just over", p({ born: "2000-03-02" }), false],
      ],
    ],
    ["but not if no condition affects the result", rule([true], NOBODY), []],
  ])("suggests the expected cases: %s", (_, of, rows) => {
    expect(missing(of)).toEqual(rows);
  });

  it("suggests cases with and without a value of a data path if both matter", () => {
    const of = (...amounts: readonly string[]) =>
      rule(
        [{ ">=": [{ var: ["answers.a.amount", "2.00"] }, { var: ["answers.a.least", "5.00"] }] }],
        cases({}, ...amounts.map((amount) => a({ amount }))),
      );
    expect(told(coverage(of("4.99", "5.00", "5.01")))).toEqual(["shown shown", "shown shown shown"]);
    expect(missing(of("5.00", "5.01"))).toEqual([["just under", a({ amount: "4.99" }), false]]);
    const alone = rule(
      [{ "<": [{ var: ["facts.p.age", 7] }, 8] }],
      cases(p({}), p({ age: 8 }), p({ age: 9 })),
    );
    expect(told(coverage(alone))).toEqual(["shown shown", "shown shown shown"]);
  });

  it("the existing and the suggested cases together cover the rule fully", () => {
    for (const thin of [rule([ADULT, YES], NOBODY), rule([{ ">=": [AMOUNT, LEAST] }], NOBODY)]) {
      const filled = { ...thin, cases: [...thin.cases, ...coverage(thin).missing] } as RuleFile;
      expect(coverage(filled)).toMatchObject({ rule: "x", missing: [], share: 1 });
    }
  });
});

describe("cases for which no user is possible", () => {
  it.each<readonly [what: string, age: JsonSchema, told: readonly string[]]>([
    ["above the maximum", { maximum: 20 }, ["missing missing", "missing missing infeasible"]],
    ["below the minimum", { minimum: 20 }, ["missing infeasible", "infeasible missing missing"]],
  ])("are not suggested outside the limits of a number: %s", (_, schema, lines) => {
    const found = coverage(rule([ADULT], NOBODY), { domainOf: narrowed({ "facts.p.age": schema }) });
    expect(told(found)).toEqual(lines);
  });

  it("are not suggested for a number that a closed list does not contain", () => {
    const level = rule([{ ">=": [{ var: "facts.p.level" }, 2] }], NOBODY);
    expect(told(coverage(level))).toEqual(["missing missing", "missing infeasible missing"]);
    expect(missing(level).slice(2)).toEqual([
      ["just under", p({ level: 1 }), false],
      ["just over", p({ level: 3 }), true],
    ]);
  });

  it("are not suggested next to a threshold of 20.5 years", () => {
    expect(told(coverage(rule([{ ">": [AGE, 20.5] }], NOBODY)))).toEqual([
      "missing missing",
      "infeasible infeasible infeasible",
    ]);
  });

  it("are not suggested for an amount below zero", () => {
    expect(told(coverage(rule([{ ">": [AMOUNT, "0.00"] }], NOBODY)))).toEqual([
      "missing missing",
      "infeasible missing missing",
    ]);
  });

  it("suggests no case for a data path that is compared with itself", () => {
    const itself = rule([{ ">=": [AMOUNT, AMOUNT] }], cases(a({ amount: "1.00" })));
    expect(told(coverage(itself))).toEqual(["shown infeasible", "infeasible shown infeasible"]);
    expect(missing(itself)).toEqual([]);
  });
});

describe("an assumption about a fact", () => {
  const promise = (logic: Logic, fact = "p") => rule([logic], NOBODY, { id: "z", assumes: fact });

  it("an assumption excludes users who violate it, but not users for whom the assumption is unknown", () => {
    const others = [promise({ "<=": [AGE, 20] })];
    expect(told(coverage(rule([ADULT], NOBODY), { others }))).toEqual([
      "missing missing",
      "missing missing infeasible",
    ]);
    const implied = rule([{ or: [YES, { "!": [SURE] }] }], NOBODY);
    expect(missing(implied, { others: [promise({ or: [YES, { "!": [SURE] }] })] })).toEqual([
      [HOLDS, p({ yes: true, sure: true }), true],
      [FAILS, p({ yes: false }), "unknown"],
      [HOLDS, p({ sure: true }), "unknown"],
      [FAILS, p({ yes: false, sure: false }), true],
    ]);
  });

  it("an assumption excludes users who violate it once a value is moved next to a threshold", () => {
    const known = { "!": [{ missing: ["facts.p.sure"] }] };
    const others = [promise({ and: [known, { or: [{ "!=": [AGE, 19] }, { "!": [SURE] }] }] })];
    const found = coverage(rule([{ and: [ADULT, SURE] }], NOBODY), { others });
    expect(found.thresholds).toMatchObject([{ under: "infeasible", at: "missing", over: "missing" }]);
  });

  it("an assumption does not affect the coverage of a rule that reads only other facts", () => {
    const others = [promise({ "<=": [AGE, 20] }, "q")];
    expect(told(coverage(rule([ADULT], NOBODY), { others }))).toEqual([
      "missing missing",
      "missing missing missing",
    ]);
  });

  it("an assumption is itself covered by cases with users who violate it", () => {
    const own = promise({ "<=": [AGE, 20] });
    expect(told(coverage(own))).toEqual(["missing missing", "missing missing missing"]);
  });
});

describe("the coverage of a part", () => {
  const product: Logic = { "==": [{ "*": [AGE, COUNT] }, 999_983] };

  it("reports the coverage of a part as unknown if not all values were tried and no user was found", () => {
    expect(told(coverage(rule([product], NOBODY)))).toEqual(["unknown missing"]);
    expect(told(coverage(rule([{ or: [product, true] }], NOBODY)))).toEqual(["unknown unknown"]);
  });

  it("reports the coverage of values next to a threshold as unknown if some values were not tried", () => {
    const found = coverage(rule([{ or: [product, true] }, { or: [ADULT, true] }], NOBODY));
    expect(told(found)).toEqual(["unknown unknown", "unknown unknown", "unknown unknown unknown"]);
  });

  it("reports the coverage of a part as unknown if there are too many classes of users to try", () => {
    const names = ["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"];
    const flags = Object.fromEntries(names.map((name) => [`facts.p.${name}`, { kind: "boolean" as const }]));
    const types = { ...TYPES, ...flags };
    const level: Logic = { ">=": [{ var: "facts.p.level" }, 2] };
    const at = (others: readonly Logic[]) => {
      const odd = others.reduce((left, right) => ({ "!=": [left, right] }) as Logic);
      const tried = rule([{ and: [level, odd] }], NOBODY);
      return coverageOf(
        { rules: [{ file: "x.json", rule: tried }], conditions: {}, types, formats },
        domainsOfTypes(types, formats),
      )
        .flatMap(({ thresholds }) => thresholds)
        .map((threshold) => threshold.at);
    };
    const all = names.map((name): Logic => ({ var: `facts.p.${name}` }));
    expect([at(all.slice(0, 3)), at(all)]).toEqual([["infeasible"], ["unknown"]]);
  });
});
