import { describe, expect, test } from "vitest";
import { baht } from "../../../domain/decimals.ts";
import { formats } from "../../../domain/formats.ts";
import {
  applyOnMissing,
  checkRules,
  compileRules,
  generateRules,
  readsOf,
  rulesOf,
  typesOfSchema,
} from "../../../engine/rules/index.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { said } from "../../../engine/verify/words/index.ts";
import { countWork } from "../../support/counted-work.ts";
import { mustRule, setOf, valueRule } from "./support.ts";

const at = (name: string): Logic => ({ var: `facts.p.${name}` });

function findingsOf(logic: Logic): readonly string[] {
  return checkRules(setOf([], { k: logic })).map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("an invalid expression", () => {
  const table: readonly (readonly [string, Logic, string])[] = [
    ["an unknown data path", { "==": [{ var: "facts.p.e9" }, "A"] }, "unknown-path /k/==/0/var"],
    [
      "an unknown path in a list of operands",
      { "==": [{ var: ["facts.p.e9"] }, "A"] },
      "unknown-path /k/==/0/var",
    ],
    ["an inherited name as a path", { "!!": { var: "facts.p.constructor" } }, "unknown-path /k/!!/var"],
    ["a computed path", { var: { cat: ["facts.p.b", "1"] } }, "path-not-fixed /k/var"],
    ["a constant outside its enum", { "==": [at("e1"), "a"] }, "word-outside-enum /k/==/1"],
    [
      "a constant outside its enum among others",
      { in: [at("e1"), ["A", "X"]] },
      "word-outside-enum /k/in/1/1",
    ],
    [
      "two enums without a common value",
      { "==": [at("e1"), { if: [at("b1"), "X", "Y"] }] },
      "never-equal /k/==",
    ],
    ["an amount compared with a number", { ">=": [at("m1"), 10000] }, "money-with-number /k/>=/1"],
    [
      "an amount compared with a number from the data",
      { ">=": [at("m1"), at("n1")] },
      "money-with-number /k/>=/1",
    ],
    ["an amount without its decimals", { ">=": [at("m1"), "10000"] }, "wrong-type /k/>=/1"],
    ["an amount of baht compared with units", { ">=": [at("m1"), at("u1")] }, "wrong-type /k/>=/1"],
    ["an amount times an amount", { ">": [{ "*": [at("m1"), at("m2")] }, "1.00"] }, "not-a-number /k/>/0/*"],
    ["a quotient of amounts", { ">": [{ "/": [at("m1"), "3.00"] }, "1.00"] }, "inexact-division /k/>/0/~1"],
    ["a divisor that may be zero", { ">": [{ "/": [1, at("n1")] }, 1] }, "open-divisor /k/>/0/~1"],
    ["a day that does not exist", { "<": [at("d1"), "2026-02-30"] }, "wrong-type /k/</1"],
    ["enum values in an ordering comparison", { "<": [at("e1"), "B"] }, "no-order /k/<"],
    ["a number as a condition", { and: [at("n1")] }, "not-a-condition /k/and/0"],
    ["a text as a condition", { if: [at("s1"), true, false] }, "not-a-condition /k/if/0"],
    ["an if without an else", { if: [at("b1"), true] }, "if-without-else /k/if"],
    ["a file compared", { "==": [at("f1"), "x"] }, "not-comparable /k/=="],
    ["a list compared", { "==": [at("list"), 1] }, "not-comparable /k/=="],
    ["a path to a part of a text", { in: ["a", at("s1")] }, "not-a-list /k/in/1"],
    ["a quantifier over a value that is not a list", { some: [at("n1"), true] }, "not-a-list /k/some/0"],
    ["a path from outside inside an item", { some: [at("things"), at("b1")] }, "unknown-path /k/some/1/var"],
    ["a group of fields as a value", { "!!": [at("inner")] }, "not-a-value /k/!!/0/var"],
    ["an unknown operator", { equals: [1, 1] }, "unknown-operator /k"],
    ["an inherited name as an operator", { constructor: [1] }, "unknown-operator /k"],
    ["an operator that only untyped JSON-logic has", { cat: ["a", "b"] }, "operator-not-in-rules /k"],
    ["an unknown rule", { rule: "gone" }, "unknown-rule /k/rule"],
    ["an unknown rule's id", "gone", "unknown-rule /k/rule"],
    [
      "a requirement of more values than it lists",
      { missing_some: [3, ["facts.p.b1"]] },
      "wrong-count /k/missing_some",
    ],
    ["an object with two operators", { and: [{ "==": [1, 1], "!=": [1, 1] }] }, "not-a-constant /k/and/0"],
    ["null", { "==": [at("n1"), null] }, "not-a-constant /k/==/1"],
  ];

  test.each(table)("gives a finding with code and pointer: %s", (_title, logic, expected) => {
    expect(findingsOf(logic)).toEqual([expected]);
  });

  test("gives a finding that says how to correct the expression, with a similar name if there is one", () => {
    for (const [, logic] of table) {
      for (const finding of checkRules(setOf([], { k: logic })))
        for (const language of LANGUAGES) expect(said(finding, language).mend).not.toBe("");
    }
    const [finding] = checkRules(setOf([], { k: { var: "facts.p.b11" } }));
    expect(finding?.says).toEqual({
      key: "unknown-path.near",
      params: { path: "facts.p.b11", near: expect.stringMatching(/^facts\.p\.b[12]$/) },
    });
    expect(checkRules(setOf([], { k: { "==": [at("m1"), 10000] } }))).toMatchObject([
      { says: { key: "money-with-number.decimal", params: { one: baht.one, written: "10000.00" } } },
    ]);
  });

  test("a conditional field of a schema has a type, so a rule that reads the field is valid", () => {
    const types = typesOfSchema(
      {
        type: "object",
        properties: { kind: { type: "string", enum: ["A", "B"] } },
        allOf: [
          {
            if: { properties: { kind: { const: "A" } }, required: ["kind"] },
            // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
            then: { properties: { more: { $ref: "common/baht" } } },
          },
        ],
      },
      {
        prefix: "answers.x",
        resolve: (ref) => (ref === "common/baht" ? { type: "string", format: "baht" } : undefined),
        formats,
      },
    );
    expect(types["answers.x.more"]).toEqual({ kind: "decimal", of: baht });
    expect(types["answers.x.kind"]).toEqual({ kind: "enum", words: ["A", "B"] });
  });
});

describe("a set of rules", () => {
  test("a set of rules with a cycle is reported", () => {
    const rules = [
      mustRule("a", [{ logic: { rule: "b" } }]),
      mustRule("b", [{ logic: { "!": [{ rule: "a" }] } }]),
    ];
    expect(checkRules(setOf(rules))).toMatchObject([
      { code: "rule-circle", says: { params: { circle: "a → b → a" } } },
    ]);
  });

  test("a set of rules whose size doubles with every reference is rejected before it runs", () => {
    const rules = Array.from({ length: 40 }, (_, n) => {
      const next: Logic =
        n === 39 ? at("b1") : { or: [{ "!": [{ rule: `r${n + 1}` }] }, { rule: `r${n + 1}` }] };
      return mustRule(`r${n}`, [{ logic: next }]);
    });
    expect(compileRules(setOf(rules)).ok).toBe(false);
    // Each rule is read only a few times, however many references point to it.
    const { reads } = countWork(setOf(rules), (set) =>
      expect(checkRules(set).map(({ code }) => code)).toContain("too-large"),
    );
    expect(reads).toBeLessThan(rules.length * 300);
  });

  test("the source of a compiled set grows linearly with nested branches", () => {
    let logic: Logic = at("b1");
    for (let level = 0; level < 12; level += 1)
      logic = { if: [{ and: [logic, at("b2")] }, at("b1"), at("b2")] };
    const source = generateRules(setOf([mustRule("deep", [{ logic }])]));
    expect(source.ok && source.value.length).toBeLessThan(100_000);
    let alike: Logic = at("b1");
    for (let level = 0; level < 12; level += 1) alike = { "==": [{ "!!": [alike] }, at("b2")] };
    const third = generateRules(setOf([mustRule("deep", [{ logic: alike }])]));
    expect(third.ok && third.value.length).toBeLessThan(100_000);
    const numbers: Logic = Array.from({ length: 12 }).reduce<Logic>(
      (inner) => ({ if: [{ ">": [inner, 1] }, at("n1"), at("n2")] }),
      at("n1"),
    );
    const second = generateRules(setOf([valueRule("deep", { type: "number" }, numbers)]));
    expect(second.ok && second.value.length).toBeLessThan(100_000);
  });

  test("a case with a wrong result gets a finding that states the actual result", () => {
    const rule = {
      ...mustRule("r", [{ logic: { ">": [at("m1"), "10000.00"] } }]),
      cases: [{ why: "exactly the minimum", given: { facts: { p: { m1: "10000.00" } } }, expect: true }],
    };
    expect(checkRules(setOf([rule]))).toMatchObject([
      { code: "case-fails", pointer: "/cases/0", witness: { facts: { p: { m1: "10000.00" } } } },
    ]);
  });

  test("a set of rules with an error is not compiled", () => {
    const set = setOf([mustRule("r", [{ logic: { var: "gone" } }])]);
    expect(compileRules(set).ok).toBe(false);
    expect(generateRules(set).ok).toBe(false);
  });
});

test("readsOf returns each data path once, without paths that exist only inside the items of a list", () => {
  const logic: Logic = {
    and: [
      at("b1"),
      { some: [at("things"), { "==": [{ var: "k" }, "A"] }] },
      { "!": [{ missing: ["facts.p.n1", "facts.p.b1"] }] },
      { ">": [{ var: "facts.p.list.length" }, 1] },
    ],
  };
  expect(readsOf(logic)).toEqual(["facts.p.b1", "facts.p.things", "facts.p.n1", "facts.p.list"]);
  expect(rulesOf({ and: [{ rule: "a" }, { "!": { rule: ["b"] } }] })).toEqual(["a", "b"]);
  expect(rulesOf("a")).toEqual(["a"]);
});

test("applyOnMissing turns an unknown result into a failure, a success or a question", () => {
  expect(
    (["refuse", "allow", "ask"] as const).map((onMissing) => applyOnMissing("unknown", onMissing)),
  ).toEqual(["fails", "holds", "ask"]);
  expect(applyOnMissing(true, "refuse")).toBe("holds");
  expect(applyOnMissing(false, "allow")).toBe("fails");
});
