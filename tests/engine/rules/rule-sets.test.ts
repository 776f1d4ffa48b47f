import { describe, expect, test } from "vitest";
import { formats } from "../../../domain/formats.ts";
import {
  checkCases,
  checkProgram,
  checkRules,
  compileRules,
  generateRules,
  type RuleSet,
} from "../../../engine/rules/index.ts";
import type { Logic, RuleFile } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { at } from "./checking.ts";
import { bothOf, mustRule, scopeWith, setOf, valueRule } from "./support.ts";

const holds = (id: string, logic: Logic = true): RuleFile => mustRule(id, [{ logic }]);
const findingsOf = (rules: readonly RuleFile[], conditions = {}): unknown =>
  checkProgram(setOf(rules, conditions)).findings.map(({ file, pointer, severity, says }) => ({
    at: `${file} ${pointer}`,
    severity,
    says,
  }));
const error = (place: string, says: object): object => ({ at: place, severity: "error", says });

describe("the check of a set of rules", () => {
  test("rejects two rules with the same id", () => {
    expect(findingsOf([holds("a"), holds("b"), holds("a")])).toEqual([
      error("rules/a.json /id", { key: "duplicate-id", params: { id: "a" } }),
    ]);
  });

  test("rejects two clauses with the same id; the finding is at the second clause", () => {
    const rule = mustRule("a", [{ id: "x", logic: true }, { logic: true }, { id: "x", logic: true }]);
    expect(findingsOf([rule])).toEqual([
      error("rules/a.json /must/2/id", { key: "duplicate-id", params: { id: "x" } }),
    ]);
  });

  test("rejects a rule without clauses or with more than thirty", () => {
    const many = (count: number): RuleFile =>
      mustRule(
        "a",
        Array.from({ length: count }, () => ({ logic: true })),
      );
    const refused = [error("rules/a.json /must", { key: "wrong-count.clauses", params: { most: 30 } })];
    expect(findingsOf([many(0)])).toEqual(refused);
    expect(findingsOf([many(1)])).toEqual([]);
    expect(findingsOf([many(30)])).toEqual([]);
    expect(findingsOf([many(31)])).toEqual(refused);
  });

  test("rejects a rule whose value is a list or a group", () => {
    const list = { type: "array", items: { type: "integer" } };
    expect(findingsOf([valueRule("a", list, 1)])).toEqual([
      error("rules/a.json /value/type", {
        key: "wrong-type.value",
        params: { type: { key: "types.list-of", params: { item: { key: "types.integer" } } } },
      }),
    ]);
    expect(findingsOf([valueRule("a", { type: "object" }, 1)])).toEqual([
      error("rules/a.json /value/type", {
        key: "wrong-type.value",
        params: { type: { key: "types.object" } },
      }),
    ]);
  });

  test("rejects a rule whose value does not have the declared type", () => {
    expect(findingsOf([valueRule("a", { type: "integer" }, { if: [at("b1"), 1, "x"] })])).toEqual([
      error("rules/a.json /value/logic/if/2", { key: "wrong-type.number", params: { value: '"x"' } }),
    ]);
  });

  test("rejects a rule with an invalid start date or without cases", () => {
    const rule = { ...holds("a"), from: "2026-02-30", cases: [] };
    expect(findingsOf([rule])).toEqual([
      error("rules/a.json /from", { key: "wrong-type.from", params: { date: '"2026-02-30"' } }),
      error("rules/a.json /cases", { key: "no-cases" }),
    ]);
  });

  test("rejects an invalid clause or condition; the finding is at that clause or condition", () => {
    const rule = mustRule("a", [{ logic: true }, { logic: at("n1") }]);
    const notCondition = { key: "not-a-condition", params: { type: { key: "types.integer" } } };
    expect(findingsOf([rule], { when: at("n1") })).toEqual([
      error("rules/a.json /must/1/logic", notCondition),
      error("flow.json /when", notCondition),
    ]);
    expect(findingsOf([], { when: "gone" })).toEqual([
      error("flow.json /when/rule", { key: "unknown-rule", params: { rule: "gone" } }),
    ]);
  });

  test("rejects rules that form a cycle; the finding lists the cycle", () => {
    const rules = [
      holds("start", { rule: "a" }),
      holds("a", { rule: "b" }),
      holds("b", { and: [{ rule: "c" }, { rule: "a" }] }),
      holds("c"),
    ];
    expect(findingsOf(rules)).toEqual([
      error("rules/a.json ", { key: "rule-circle", params: { circle: "a → b → a" } }),
    ]);
    expect(findingsOf([holds("self", { rule: "self" })])).toEqual([
      error("rules/self.json ", { key: "rule-circle", params: { circle: "self → self" } }),
    ]);
  });

  test("rejects references that are more than sixty-four deep", () => {
    const chain = (count: number): RuleFile[] =>
      Array.from({ length: count }, (_, n) => holds(`r${n}`, n === count - 1 ? true : { rule: `r${n + 1}` }));
    expect(findingsOf(chain(65))).toEqual([]);
    const tooDeep = [error("rules/r65.json ", { key: "too-large.rules-deep", params: { limit: 64 } })];
    expect(findingsOf(chain(66))).toEqual(tooDeep);
    expect(findingsOf(chain(70))).toEqual(tooDeep);
  });

  test("rejects rules if one result needs more than twenty thousand operations", () => {
    const many = (count: number, of: Logic): Logic[] => new Array<Logic>(count).fill(of);
    const base = holds("base", at("b1"));
    // The costs are 1 for the `and`, 1 for the data path, and 2 for each reference to a rule of one
    // operation.
    const wide = holds("wide", { and: [at("b1"), ...many(1_427, { rule: "base" })] });
    const top = (...more: Logic[]): RuleFile =>
      holds("top", { and: [...many(7, { rule: "wide" }), ...more] });
    expect(1 + 7 * (1 + 2 + 2 * 1_427)).toBe(20_000);
    expect(findingsOf([base, wide, top()])).toEqual([]);
    const tooMuch = error("rules/top.json ", { key: "too-large.operations", params: { limit: 20_000 } });
    expect(findingsOf([base, wide, top(at("b2"))])).toEqual([tooMuch]);
    const two = mustRule("top", [{ logic: { and: many(7, { rule: "wide" }) } }, { logic: at("b2") }]);
    expect(findingsOf([top(at("b2")), wide, base])).toEqual([tooMuch]);
    expect(findingsOf([base, wide, two])).toEqual([tooMuch]);
  });

  test("keeps the valid rules and conditions in the program of a rejected set", () => {
    const rules = [
      holds("a", { rule: "b" }),
      holds("b", at("gone")),
      mustRule("c", []),
      holds("d", { rule: "c" }),
    ];
    const { program, findings } = checkProgram(setOf(rules, { good: true, bad: at("n1") }));
    expect(findings.map(({ code }) => code)).toEqual(["unknown-path", "wrong-count", "not-a-condition"]);
    expect(program.rules.map(({ id }) => id)).toEqual(["a", "d"]);
    expect(program.conditions.map(({ key }) => key)).toEqual(["good"]);
  });

  test("reports all findings at once, and does not compile a rejected set", () => {
    const set = setOf([holds("a", at("n1")), holds("b", at("gone"))]);
    const findings = checkProgram(set).findings;
    expect(findings).toHaveLength(2);
    expect(compileRules(set)).toEqual({ ok: false, error: findings });
    expect(generateRules(set)).toEqual({ ok: false, error: findings });
    expect(checkRules(set)).toEqual(findings);
  });
});

test("a compiled set contains each rule once, after the rules that it references", () => {
  const rules = [
    holds("a", { and: [{ rule: "b" }, { rule: "c" }] }),
    valueRule("b", { type: "boolean" }, { rule: "c" }),
    holds("c"),
  ];
  const { program, findings } = checkProgram(setOf(rules, { when: "a" }));
  expect(findings).toEqual([]);
  expect(program.rules.map(({ id, kind }) => `${id} ${kind}`)).toEqual(["c must", "b value", "a must"]);
  expect(program.conditions).toEqual([
    { key: "when", logic: { op: "rule", id: "a", type: { kind: "boolean" } } },
  ]);
});

describe("a case of a rule", () => {
  const casesOf = (rule: RuleFile, cases: RuleFile["cases"]): unknown =>
    checkRules(setOf([{ ...rule, cases } as RuleFile])).map(({ pointer, says, witness, severity }) => ({
      pointer,
      says,
      witness,
      severity,
    }));
  const p = (of: object): object => ({ facts: { p: of } });

  test("a case gives no finding if the rule has the stated result", () => {
    const must = mustRule("a", [{ logic: at("b1") }]);
    const value = valueRule("a", { type: "integer" }, { "+": [at("n1"), 1] });
    expect(
      casesOf(must, [
        { why: "yes", given: p({ b1: true }), expect: true },
        { why: "no", given: p({ b1: false }), expect: false },
        { why: "nothing", given: {}, expect: "unknown" },
      ] as RuleFile["cases"]),
    ).toEqual([]);
    expect(
      casesOf(value, [
        { why: "some", given: p({ n1: 2 }), expect: 3 },
        { why: "nothing", given: p({}), expect: "unknown" },
        {
          why: "no section but a word",
          given: { facts: { p: {} }, answers: "x", flags: [1] },
          expect: "unknown",
        },
      ] as RuleFile["cases"]),
    ).toEqual([]);
  });

  test("a case gives a finding with the actual result if the stated result is different", () => {
    const given = p({ n1: 2 });
    const rule = valueRule("a", { type: "integer" }, { "+": [at("n1"), 1] });
    const cases = [
      { why: "right", given, expect: 3 },
      { why: "two and one", given, expect: 4 },
      { why: "nothing", given: p({}), expect: 1 },
    ] as RuleFile["cases"];
    expect(casesOf(rule, cases)).toEqual([
      {
        pointer: "/cases/1",
        severity: "error",
        witness: given,
        says: { key: "case-fails", params: { why: '"two and one"', expected: "4", answer: "3" } },
      },
      {
        pointer: "/cases/2",
        severity: "error",
        witness: p({}),
        says: { key: "case-fails", params: { why: '"nothing"', expected: "1", answer: '"unknown"' } },
      },
    ]);
  });

  test("the check of a case throws if the rule was not compiled", () => {
    const nothing = { must: {}, value: {}, truth: {}, conditions: {}, missing: {}, conditionMissing: {} };
    expect(() => checkCases(setOf([holds("a")]).rules, nothing)).toThrow("checkCases: a");
  });

  test("a case can supply values for every kind of data path", () => {
    const sections = ["answers", "facts", "derived", "effects", "flags"] as const;
    for (const section of sections) {
      const set: RuleSet = {
        rules: [
          {
            file: "a.json",
            rule: {
              ...mustRule("a", [{ logic: { var: `${section}.x.y` } }]),
              cases: [{ why: "it is there", given: { [section]: { x: { y: true } } }, expect: true }],
            } as RuleFile,
          },
        ],
        conditions: {},
        types: { [`${section}.x.y`]: { kind: "boolean" } },
        formats,
      };
      expect(checkRules(set), section).toEqual([]);
    }
  });
});

describe("rules that refer to rules", () => {
  const rules = [
    holds("able", at("b1")),
    valueRule("old", { type: "boolean" }, { if: [at("b2"), { ">": [at("n1"), 2] }, { rule: "able" }] }),
    valueRule("level", { type: "integer" }, { if: [{ rule: "old" }, 2, 1] }),
    valueRule("word", { enum: ["A", "B", "C"] }, { if: [{ rule: "able" }, at("e1"), "C"] }),
    valueRule(
      "amount",
      { type: "string", format: "baht" },
      { "+": [{ if: [{ rule: "able" }, at("m1"), "1.00"] }, "0.50"] },
    ),
    valueRule("parts", { type: "string", format: "units" }, { "-": [at("u1"), "0.0001"] }),
    valueRule("day", { type: "string", format: "date" }, { if: [{ rule: "able" }, at("d1"), "2026-01-01"] }),
    valueRule("count", { type: "integer" }, at("list.length")),
    valueRule("any", { type: "boolean" }, { some: [at("list"), { ">": [{ var: "" }, 1] }] }),
    holds("both", { and: [{ "==": [{ rule: "old" }, { rule: "able" }] }, { ">=": [{ rule: "level" }, 2] }] }),
    holds("rich", { ">": [{ rule: "amount" }, "5.00"] }),
  ];

  const table: readonly (readonly [object, object, object])[] = [
    [
      { b1: true, b2: false, n1: 1, e1: "B", m1: "9.50", u1: "1.0000", d1: "2026-01-05", list: [1, 2] },
      {
        able: true,
        old: true,
        level: 2,
        word: "B",
        amount: "10.00",
        parts: "0.9999",
        day: "2026-01-05",
        count: 2,
        any: true,
        both: true,
        rich: true,
      },
      {},
    ],
    [
      { b1: false, b2: true, n1: 1, list: [] },
      {
        able: false,
        old: false,
        level: 1,
        word: "C",
        amount: "1.50",
        day: "2026-01-01",
        count: 0,
        any: false,
        both: false,
        rich: false,
      },
      { parts: ["facts.p.u1"] },
    ],
    [
      { b2: true, n1: 3 },
      { old: true, level: 2 },
      {
        able: ["facts.p.b1"],
        word: ["facts.p.b1"],
        amount: ["facts.p.b1"],
        parts: ["facts.p.u1"],
        day: ["facts.p.b1"],
        count: ["facts.p.list"],
        any: ["facts.p.list"],
        both: ["facts.p.b1"],
        rich: ["facts.p.b1"],
      },
    ],
    [
      { b1: true },
      { able: true },
      {
        old: ["facts.p.b2"],
        level: ["facts.p.b2"],
        word: ["facts.p.e1"],
        amount: ["facts.p.m1"],
        parts: ["facts.p.u1"],
        day: ["facts.p.d1"],
        count: ["facts.p.list"],
        any: ["facts.p.list"],
        both: ["facts.p.b2"],
        rich: ["facts.p.m1"],
      },
    ],
  ];

  test.each(table)(
    "rules that refer to rules give the right results for the values %j",
    async (p, values, missing) => {
      const { closures, generated } = await bothOf(
        setOf(rules, { when: "both", old: { "!": { rule: "old" } } }),
      );
      const scope = scopeWith(p as never);
      for (const compiled of [closures, generated]) {
        const ids = rules.map(({ id }) => id);
        const answers = (of: typeof compiled.value): object =>
          Object.fromEntries(
            ids.map((id) => [id, of[id]?.(scope)] as const).filter(([, answer]) => answer !== undefined),
          );
        const truths = Object.fromEntries(
          ids.filter((id) => compiled.truth[id]).map((id) => [id, compiled.truth[id]?.(scope)]),
        );
        const given = values as { readonly [id: string]: Json };
        const isMust = (id: string): boolean => ["able", "both", "rich"].includes(id);
        expect(answers(compiled.value)).toEqual(
          Object.fromEntries(Object.entries(given).filter(([id]) => !isMust(id))),
        );
        expect(truths).toEqual(
          Object.fromEntries(
            ["able", "old", "any", "both", "rich"].map((id) => [id, given[id] ?? "unknown"]),
          ),
        );
        expect(
          Object.fromEntries(
            ids
              .map((id) => [id, compiled.missing[id]?.(scope)] as const)
              .filter(([, paths]) => paths?.length),
          ),
        ).toEqual(missing);
        expect(compiled.conditions.when?.(scope)).toBe(truths.both);
        expect(compiled.conditionMissing.when?.(scope)).toEqual(compiled.missing.both?.(scope));
        const { old } = truths;
        expect(compiled.conditions.old?.(scope)).toBe(old === "unknown" ? old : !old);
      }
    },
  );

  test("rules that refer to rules are listed by kind, as conditions or as values", async () => {
    const { closures, generated } = await bothOf(setOf(rules, { when: "both" }));
    for (const compiled of [closures, generated]) {
      expect(Object.keys(compiled.must).sort()).toEqual(["able", "both", "rich"]);
      expect(Object.keys(compiled.value).sort()).toEqual(
        ["amount", "any", "count", "day", "level", "old", "parts", "word"].sort(),
      );
      expect(Object.keys(compiled.truth).sort()).toEqual(["able", "any", "both", "old", "rich"]);
      expect(Object.keys(compiled.missing).sort()).toEqual(rules.map(({ id }) => id).sort());
      expect(Object.keys(compiled.conditions)).toEqual(["when"]);
      expect(Object.keys(compiled.conditionMissing)).toEqual(["when"]);
    }
  });
});

test("rules with up to eight clauses cache their results; rules with nine clauses do not", async () => {
  const of = (count: number): RuleFile =>
    mustRule(
      `r${count}`,
      Array.from({ length: count }, (_, n) => ({ logic: n % 2 === 0 ? at("b1") : at("b2") })),
    );
  const { closures, generated } = await bothOf(setOf([of(8), of(9)]));
  const scope = scopeWith({ b1: false, b2: true });
  for (const { must } of [closures, generated]) {
    for (const count of [8, 9]) {
      const named = Array.from({ length: Math.ceil(count / 2) }, (_, n) => ({
        id: `c${2 * n}`,
        reason: `r${2 * n}`,
        mend: "none",
        missing: [],
      }));
      const outcome = must[`r${count}`]?.(scope);
      expect(outcome).toEqual({ kind: "fails", clauses: named });
      expect(Object.isFrozen(outcome)).toBe(true);
      expect(must[`r${count}`]?.(scope) === outcome).toBe(count === 8);
    }
  }
});
