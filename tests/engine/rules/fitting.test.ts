import { describe, expect, test } from "vitest";
import { baht, units } from "../../../domain/decimals.ts";
import {
  comparable,
  fits,
  isConstant,
  join,
  operandsOf,
  operatorOf,
  orderOf,
  whyNotConstant,
} from "../../../engine/rules/fitting.ts";
import type { Type } from "../../../engine/rules/types.ts";

const KINDS = [
  "boolean",
  "integer",
  "number",
  "baht",
  "units",
  "date",
  "instant",
  "enum",
  "string",
  "file",
  "list",
  "object",
] as const;
const typeOf = (kind: (typeof KINDS)[number]): Type =>
  kind === "enum"
    ? { kind, words: ["A", "B"] }
    : kind === "list"
      ? { kind, item: { kind: "integer" } }
      : kind === "object"
        ? { kind, fields: {} }
        : kind === "baht" || kind === "units"
          ? { kind: "decimal", of: kind === "baht" ? baht : units }
          : { kind };
const words = (...of: string[]): Type => ({ kind: "enum", words: of });

describe("pairs of types", () => {
  test("whole numbers are comparable with other numbers, and enums with texts; other kinds are not comparable", () => {
    const pairs = KINDS.flatMap((left) =>
      KINDS.filter((right) => left !== right && comparable(typeOf(left), typeOf(right))).map(
        (right) => `${left}-${right}`,
      ),
    );
    expect(pairs).toEqual(["integer-number", "number-integer", "enum-string", "string-enum"]);
    for (const kind of KINDS) expect(comparable(typeOf(kind), typeOf(kind))).toBe(true);
  });

  test("a whole number is assignable to a number, and an enum to a text; other kinds are not assignable", () => {
    const pairs = KINDS.flatMap((one) =>
      KINDS.filter((wanted) => one !== wanted && fits(typeOf(one), typeOf(wanted))).map(
        (wanted) => `${one}-${wanted}`,
      ),
    );
    expect(pairs).toEqual(["integer-number", "enum-string"]);
    for (const kind of KINDS) expect(fits(typeOf(kind), typeOf(kind))).toBe(true);
  });

  test("an enum is assignable to a second enum that allows all its values", () => {
    expect(fits(words("A"), words("A", "B"))).toBe(true);
    expect(fits(words("A", "B"), words("A"))).toBe(false);
    expect(fits(words("A", "C"), words("A", "B"))).toBe(false);
  });

  test("the common type of two types is the wider type", () => {
    expect(join(words("A", "B"), words("B", "C"))).toEqual(words("A", "B", "C"));
    expect(join({ kind: "integer", values: [1] }, { kind: "integer", values: [2] })).toEqual({
      kind: "integer",
    });
    expect(join({ kind: "integer" }, { kind: "number" })).toEqual({ kind: "number" });
    expect(join({ kind: "number" }, { kind: "integer" })).toEqual({ kind: "number" });
    expect(join(words("A"), { kind: "string" })).toEqual({ kind: "string" });
    expect(join({ kind: "string" }, words("A"))).toEqual({ kind: "string" });
    expect(join({ kind: "integer" }, words("A"))).toEqual({ kind: "integer" });
    expect(join(words("A"), { kind: "integer" })).toEqual(words("A"));
  });

  test("values are sorted by the comparison of their kind; files, lists and groups cannot be sorted", () => {
    expect(KINDS.map((kind) => orderOf(typeOf(kind)))).toEqual([
      "boolean",
      "number",
      "number",
      "decimal",
      "decimal",
      "text",
      "instant",
      "text",
      "text",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a constant in a rule", () => {
  test("a constant in a rule is a boolean, a text or a finite number", () => {
    expect([true, "", "x", 0, -1.5].map(isConstant)).toEqual([true, true, true, true, true]);
    expect([null, [], {}, Number.NaN, Number.POSITIVE_INFINITY].map(isConstant)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  const good: readonly (readonly [Type, string | number | boolean])[] = [
    [{ kind: "boolean" }, false],
    [{ kind: "integer" }, 3],
    [{ kind: "integer" }, 3.5],
    [{ kind: "integer", values: [1, 2] }, 2],
    [{ kind: "integer", values: [1, 2] }, 1.5],
    [{ kind: "number" }, 3.5],
    [{ kind: "decimal", of: baht }, "10.00"],
    [{ kind: "decimal", of: units }, "10.0000"],
    [{ kind: "date" }, "2026-01-31"],
    [{ kind: "instant" }, "2026-01-31T07:00:00Z"],
    [words("A", "B"), "B"],
    [{ kind: "string" }, ""],
  ];

  test.each(good)("a constant of the type %j may be the value %j", (type, value) => {
    expect(whyNotConstant(value, type)).toBe(undefined);
  });
});

test("the suggested name is the first one if several known names differ from the typed name only in case", () => {
  expect(whyNotConstant("pending", words("Pending", "PENDING"))).toEqual({
    key: "word-outside-enum.near",
    params: { value: '"pending"', near: "Pending" },
  });
});

test("an expression with an operator has exactly one name; its operands are a list or a single value", () => {
  expect([{ var: "a" }, { a: 1, b: 2 }, {}, [], ["var"], null, "var", 1].map(operatorOf)).toEqual([
    "var",
    ...new Array(7).fill(undefined),
  ]);
  expect(operandsOf({ var: "a" })).toEqual(["a"]);
  expect(operandsOf({ var: ["a", 1] })).toEqual(["a", 1]);
  expect(operandsOf({ var: null })).toEqual([null]);
});
