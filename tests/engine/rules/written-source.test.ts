import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { baht, units } from "../../../domain/decimals.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import { isFalse, isFalseToo, isTrue } from "../../../engine/rules/source-conditions.ts";
import { emptyFrame, type RuleNames } from "../../../engine/rules/source-frame.ts";
import { missingPathsOf } from "../../../engine/rules/source-missing-paths.ts";
import { compared, joined, typeTest } from "../../../engine/rules/source-pieces.ts";
import { valueOrNothing } from "../../../engine/rules/source-values.ts";
import { sourceWriter } from "../../../engine/rules/source-writer.ts";
import { BOOLEAN, check, n1 } from "./checking.ts";

// The expected source of each condition. `f` returns the result, `m` collects the missing data paths; helper
// functions come first.
const WRITTEN = readFileSync(`${import.meta.dirname}/fixtures/written-source.txt`, "utf8");
const NAMES: RuleNames = {
  truthOf: (id) => `${id}Truth`,
  valueOf: (id) => `${id}Value`,
  missingPathsOf: (id) => `${id}Missing`,
};

describe("the generated source of a condition", () => {
  const sections = WRITTEN.split("## ")
    .slice(1)
    .map((section) => {
      const [, title, logic, source] = /^(.*?): (.*)\n([\s\S]*)$/.exec(section) as string[];
      return { title, logic: JSON.parse(logic as string) as Logic, source };
    });

  test.each(sections)("equals the stored source for the condition: $title", ({ logic, source }) => {
    const { expression, findings } = check(logic, BOOLEAN);
    if (expression === undefined) throw new Error(JSON.stringify(findings));
    const writer = sourceWriter(NAMES);
    const answer = writer.functionOf("f", (body) => {
      return `return ${body.isTrue(expression)} ? true : ${body.isFalseToo(expression)} ? false : "unknown";`;
    });
    const missing = writer.functionOf("m", (body) => body.missingPathsOf(expression));
    expect(`${[...writer.functions, answer, missing].join("\n")}\n`).toBe(source);
  });
});

describe("the generator of source", () => {
  const frame = () => emptyFrame({ names: NAMES, isTrue, isFalseToo, helper: (node) => `help(${node.op})` });

  test("writes true for an && without operands, and false for an || without operands", () => {
    expect([joined([], "&&"), joined([], "||")]).toEqual(["true", "false"]);
    expect([joined(["a"], "&&"), joined(["a", "b", "c"], "||")]).toEqual(["a", "(a || b || c)"]);
  });

  test("writes, for each type, a JavaScript condition that checks whether a value has this type", () => {
    const kinds = ["boolean", "integer", "number", "instant", "date", "string", "file"] as const;
    expect(kinds.map((kind) => typeTest("x", { kind }))).toEqual([
      'typeof x === "boolean"',
      'typeof x === "number"',
      'typeof x === "number"',
      "isInstant(x)",
      'typeof x === "string"',
      'typeof x === "string"',
      'typeof x === "string"',
    ]);
    expect([baht, units].map((of) => typeTest("x", { kind: "decimal", of }))).toEqual([
      "isAmount(x, 3)",
      "isAmount(x, 5)",
    ]);
    expect(typeTest("x", { kind: "list", item: BOOLEAN })).toBe("Array.isArray(x)");
    expect(typeTest("x", { kind: "object", fields: {} })).toBe("(x !== undefined && x !== null)");
  });

  test("writes a JavaScript comparison for each kind of order, such as numbers, instants and decimals", () => {
    const of = (order: Parameters<typeof compared>[2]["order"], signed = false): string =>
      compared("a", "b", { sign: "<=", order, signed });
    expect([of("number"), of("text"), of("instant"), of("decimal"), of("decimal", true)]).toEqual([
      "a <= b",
      "a <= b",
      "Date.parse(a) <= Date.parse(b)",
      "orderOfAmounts(a, b) <= 0",
      "orderOfSigned(a, b) <= 0",
    ]);
  });

  test("turns the result of a helper function into a value if that result is known", () => {
    const { expression } = check({ if: [{ if: [true, true, false] }, true, false] }, BOOLEAN);
    if (expression === undefined) throw new Error("the expression is sound");
    expect(valueOrNothing(expression, frame())).toBe(
      '((truth) => (truth === "unknown" ? undefined : truth))(help(if))',
    );
  });

  test("throws for an expression that is not a condition, because types should exclude such an expression", () => {
    const sum = { op: "math", fn: "+", type: { kind: "integer" }, args: [n1] } as const;
    expect(() => isTrue(sum, frame())).toThrow("math is not a condition");
    expect(() => isFalse(sum, frame())).toThrow("math is not a condition");
  });

  test("writes a name in brackets if the name is not an identifier", () => {
    const of = (from: "scope" | "item", ...segments: string[]): string => {
      const writing = frame();
      missingPathsOf({ op: "read", from, path: "x", segments, type: BOOLEAN }, writing);
      return writing.reads.join(" ");
    };
    expect(of("scope", "facts")).toBe("const r0 = s.facts;");
    expect(of("scope", "facts", "a-b")).toBe('const r0 = s.facts["a-b"];');
    expect(of("scope", "facts", "a-b", "c-d")).toBe('const r0 = s.facts["a-b"]; const r1 = r0?.["c-d"];');
    expect(of("scope", "a-b", "c")).toBe('const r0 = s["a-b"].c;');
    expect(of("item", "a")).toBe("const r0 = it?.a;");
    expect(of("item", "a", "b")).toBe("const r0 = it?.a; const r1 = r0?.b;");
    expect(of("item")).toBe("");
  });
});
