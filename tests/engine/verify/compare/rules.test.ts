import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { Logic, OnMissing, RuleFile } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { compareRules } from "../../../../engine/verify/compare/compare-rules.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import { ruleFile } from "../../fixtures/parts.ts";
import { AGE, classLines, compare, different, LEVEL, must, SURE, TYPES, value, YES } from "./rule-parts.ts";

describe("the users for whom a changed rule gives a different result", () => {
  it("a weaker clause affects the users who failed before and pass now", () => {
    const found = different(compare(must({ a: { ">": [LEVEL, 2] } }), must({ a: { ">": [LEVEL, 1] } })));
    expect(classLines(found.classes)).toEqual(["false → true: level=2"]);
    expect(found.classes[0]).toMatchObject({ more: false, witness: { facts: { p: { level: 2 } } } });
    expect(found.clauses.map(({ clause, kind, classes }) => [clause, kind, classLines(classes)])).toEqual([
      ["a", "changed", ["false → true: level=2"]],
    ]);
    expect(found.texts).toEqual([]);
  });

  it("each direction of change has a class of users; certain changes come before uncertain ones", () => {
    const found = different(compare(must({ a: YES }), must({ a: SURE })));
    const kinds = found.classes.map(({ from, to }) => [from, to]);
    expect(kinds.slice(0, 2).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(kinds.slice(2).sort()).toEqual(
      [
        [false, "unknown, so refuse"],
        [true, "unknown, so refuse"],
        ["unknown, so refuse", false],
        ["unknown, so refuse", true],
      ].sort(),
    );
    for (const { from, to, witness } of found.classes) {
      const p = ((witness.facts as JsonObject | undefined)?.p ?? {}) as JsonObject;
      expect([p.yes ?? "unknown, so refuse", p.sure ?? "unknown, so refuse"]).toEqual([from, to]);
    }
  });

  it("the affected users are reported for each changed, removed or added clause, but not for unchanged clauses", () => {
    const before = must({ kept: SURE, gone: YES, moved: { ">": [LEVEL, 2] } });
    const after = must({ kept: SURE, moved: { ">": [LEVEL, 1] }, come: { "<": [LEVEL, 3] } });
    const found = different(compare(before, after));
    expect(found.clauses.map(({ clause, kind, classes }) => [clause, kind, classLines(classes)])).toEqual([
      ["gone", "removed", ["false → true: yes=false", "unknown → true: yes=-"]],
      ["moved", "changed", ["false → true: level=2"]],
      ["come", "added", ["true → false: level=3", "true → unknown: level=-"]],
    ]);
  });

  it("removing a clause that always held affects no users; the removal is reported", () => {
    const always: Logic = { or: [{ var: "flags.on" }, { "!": [{ var: "flags.on" }] }] };
    const found = different(compare(must({ a: YES, always }), must({ a: SURE })));
    expect(found.clauses.map(({ clause, kind, classes }) => [clause, kind, classes.length])).toEqual([
      ["a", "changed", 6],
      ["always", "removed", 0],
    ]);
  });

  it("a change of onMissing alone affects exactly the users with missing values", () => {
    const as = (onMissing: OnMissing) => must({ a: YES }, { onMissing });
    const found = different(compare(as("refuse"), as("ask")));
    expect(classLines(found.classes)).toEqual(["unknown, so refuse → unknown, so ask: yes=-"]);
    expect(found.clauses).toEqual([]);
    expect(found.classes[0]?.witness).toEqual({});
  });

  it("a changed value is reported with the value before and the value now", () => {
    const found = different(compare(value({ if: [YES, 1, 2] }), value({ if: [YES, 1, 3] })));
    expect(classLines(found.classes)).toEqual(["2 → 3: yes=false"]);
    expect(found.clauses).toEqual([]);
  });

  it("the affected users depend on the rules to which each version refers", () => {
    const whole = must({ a: { rule: "inner" } });
    const inner = (logic: Logic) => ({ file: "inner.json", rule: must({ i: logic }, { id: "inner" }) });
    const context = { types: TYPES, formats, domainOf: domainsOfTypes(TYPES, formats) };
    const same = compareRules(
      { rule: whole, others: [inner(YES)] },
      { rule: whole, others: [inner(YES)] },
      context,
    );
    expect(same).toEqual({ kind: "equal", texts: [], assumes: [] });
    const other = different(
      compareRules(
        { rule: whole, others: [inner({ ">": [LEVEL, 1] })] },
        { rule: whole, others: [inner({ ">": [LEVEL, 2] })] },
        context,
      ),
    );
    expect(classLines(other.classes)).toEqual(["true → false: level=2"]);
    expect(other.clauses.map(({ clause }) => clause)).toEqual(["a"]);
  });
});

describe("the comparison of two rules with equal results", () => {
  it("reports no change if both rules are the same", () => {
    expect(compare(must({ a: YES }), must({ a: YES }))).toEqual({ kind: "same" });
  });

  it("finds the rules equal if only the logic is rewritten", () => {
    const EQUAL: readonly (readonly [Logic, Logic])[] = [
      [{ ">": [LEVEL, 1] }, { "!": [{ "<=": [LEVEL, 1] }] }],
      [{ and: [YES, SURE] }, { and: [SURE, YES] }],
      [{ "<": [AGE, 5] }, { "<=": [AGE, 4] }],
    ];
    for (const [before, after] of EQUAL)
      expect(compare(must({ a: before }), must({ a: after }))).toEqual({
        kind: "equal",
        texts: [],
        assumes: [],
      });
    expect(compare(must({ a: YES, b: SURE }), must({ a: { and: [YES, SURE] } })).kind).toBe("equal");
  });

  it("names each changed text by a pointer", () => {
    const TEXTS: readonly (readonly [Partial<RuleFile>, readonly string[]])[] = [
      [{ title: "rule:y.title" }, ["/title"]],
      [{ source: "another" }, ["/source"]],
      [{ owner: "another" }, ["/owner"]],
      [{ from: "2027-01-01" }, ["/from"]],
      [{ cases: [{ why: "w", given: {}, expect: "unknown" }] }, ["/cases"]],
      [{ title: "rule:y.title", from: "2027-01-01" }, ["/title", "/from"]],
    ];
    for (const [more, texts] of TEXTS)
      expect(compare(must({ a: YES }), must({ a: YES }, more))).toEqual({
        kind: "equal",
        texts,
        assumes: [],
      });
  });

  it("counts a clause's reason, mend, name and position as texts", () => {
    const clause = (id: string, logic: Logic, more: JsonObject = {}) => ({
      id,
      reason: "r",
      mend: "none",
      logic,
      ...more,
    });
    const rule = (...must: readonly ReturnType<typeof clause>[]) => ruleFile("x", { must });
    const before = rule(clause("a", YES), clause("b", SURE));
    const texts = (after: RuleFile) => {
      const comparison = compare(before, after);
      return "texts" in comparison ? [comparison.kind, ...comparison.texts] : [comparison.kind];
    };
    expect(texts(rule(clause("a", YES), clause("b", SURE, { reason: "z" })))).toEqual([
      "equal",
      "/must/1/reason",
    ]);
    expect(texts(rule(clause("a", YES, { mend: "flow:kyc" }), clause("b", SURE)))).toEqual([
      "equal",
      "/must/0/mend",
    ]);
    expect(texts(rule(clause("a", YES), clause("c", SURE)))).toEqual(["equal", "/must/1/id"]);
    expect(texts(rule(clause("b", SURE), clause("a", YES)))).toEqual([
      "equal",
      "/must/0 (order)",
      "/must/1 (order)",
    ]);
    expect(texts(rule(clause("a", YES), clause("b", SURE), clause("c", LEVEL_OR_NOT)))).toEqual([
      "different",
    ]);
  });

  const LEVEL_OR_NOT: Logic = { ">": [LEVEL, 1] };
});

describe("the comparison of two rules without a certain result", () => {
  it("rejects a version with a fault, and returns the findings of that version", () => {
    const faulty = must({ a: { var: "facts.p.nowhere" } });
    for (const [before, after] of [
      [must({ a: YES }), faulty],
      [faulty, must({ a: YES })],
    ] as const) {
      const comparison = compare(before, after);
      if (comparison.kind !== "refused") throw new Error(comparison.kind);
      expect(comparison.findings.map(({ file, severity }) => [file, severity])).toEqual([
        ["x.json", "error"],
      ]);
    }
  });

  it("the comparison is undecided, with the reason, if the limit on nodes is too low and the logic changed", () => {
    const after = must({ a: SURE }, { title: "rule:y.title" });
    expect(compare(must({ a: YES }), after, { budget: 4 })).toEqual({
      kind: "unknown",
      why: { key: "why.nodes", params: { budget: 4 } },
      texts: ["/title"],
    });
    expect(compare(must({ a: YES, b: SURE }), must({ b: SURE, a: YES }), { budget: 4 })).toEqual({
      kind: "equal",
      texts: ["/must/0 (order)", "/must/1 (order)"],
      assumes: [],
    });
    const missing = compare(must({ a: YES }), must({ a: YES }, { onMissing: "ask" }), { budget: 3 });
    expect(missing.kind).toBe("unknown");
    expect(compare(value({ "+": [LEVEL, 1] }), value({ "+": [LEVEL, 2] }), { budget: 4 }).kind).toBe(
      "unknown",
    );
  });

  it("the comparison is undecided, not equal, if only samples were compared and showed no difference", () => {
    const before = must({ a: { ">": [{ "*": [AGE, AGE] }, 1_000_003] } });
    const after = must({ a: { ">=": [{ "*": [AGE, AGE] }, 1_000_004] } });
    expect(compare(before, after)).toEqual({
      kind: "unknown",
      why: { key: "why.values", params: { places: ["facts.p.age"] } },
      texts: [],
    });
    const same = must({ a: { ">": [{ "*": [AGE, AGE] }, 1_000_003] } }, { owner: "another" });
    expect(compare(before, same)).toEqual({ kind: "equal", texts: ["/owner"], assumes: [] });
  });
});
