import { describe, expect, test } from "vitest";
import {
  MAX_DEPTH,
  MAX_FILE_BYTES,
  MAX_NODES,
  parseRuleText,
  withinBounds,
} from "../../../engine/rules/index.ts";
import type { Json } from "../../../engine/values/json.ts";

const MAX_TEXT = 10_000;
const deepList = (depth: number): Json => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as Json;
const deepObject = (depth: number): Json =>
  JSON.parse(`${'{"!":'.repeat(depth)}1${"}".repeat(depth)}`) as Json;
const wide = (count: number): Json => new Array<Json>(count).fill(true);
const named = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]));
const tooDeep = { ok: false, error: { code: "too-deep", limit: 64 } };
const tooLarge = { ok: false, error: { code: "too-large", limit: 5_000 } };
const tooLong = { ok: false, error: { code: "text-too-long", limit: 10_000 } };
const notJson = { ok: false, error: { code: "not-json", limit: 0 } };
const nodes = (count: number): unknown => ({ ok: true, value: { nodes: count } });

describe("the bounds on the size of an expression", () => {
  test("the size bounds have the values that the documentation states", () => {
    expect([MAX_DEPTH, MAX_NODES, MAX_FILE_BYTES]).toEqual([64, 5_000, 131_072]);
  });

  const table: readonly (readonly [string, unknown, unknown])[] = [
    ["one value", true, nodes(1)],
    ["the value null", null, nodes(1)],
    ["the value undefined", undefined, nodes(1)],
    ["an operation with two operands", { "==": [1, 2] }, nodes(4)],
    ["an operation with one operand", { "!": true }, nodes(2)],
    ["an empty object", {}, nodes(1)],
    ["lists nested to the maximum depth", deepList(65), nodes(65)],
    ["lists nested one level too deep", deepList(66), tooDeep],
    ["operations nested to the maximum depth", deepObject(64), nodes(65)],
    ["operations nested one level too deep", deepObject(65), tooDeep],
    ["nesting in the first of many operands", [deepList(65), 1, 2], tooDeep],
    ["nesting after other operands", [1, 2, deepList(65)], tooDeep],
    ["two nested operands, whose depths are not added up", [deepList(40), deepList(40)], nodes(81)],
    ["the maximum number of items", wide(4_999), nodes(5_000)],
    ["one item more", wide(5_000), tooLarge],
    ["the maximum number of names", named(4_999), nodes(5_000)],
    ["one name more", named(5_000), tooLarge],
    ["the maximum number of items in two lists", [wide(2_498), wide(2_499)], nodes(5_000)],
    ["one item too many in two lists", [wide(2_499), wide(2_499)], tooLarge],
    ["the maximum number of names in two objects", { a: named(2_498), b: named(2_499) }, nodes(5_000)],
    ["one name too many in two objects", { a: named(2_499), b: named(2_499) }, tooLarge],
    ["a text of the maximum length", ["x".repeat(MAX_TEXT)], nodes(2)],
    ["a text that is one character longer", ["x".repeat(MAX_TEXT + 1)], tooLong],
    ["a function", { "!": [() => true] }, notJson],
    ["a symbol", Symbol("x"), notJson],
    ["a bigint", [1n], notJson],
  ];

  test.each(table)("the size bounds accept or reject as expected: %s", (_title, logic, expected) => {
    expect(withinBounds(logic)).toEqual(expected);
  });

  test("the size bounds ignore inherited properties", () => {
    const logic = Object.create({ inherited: () => true }, { "!": { value: true, enumerable: true } });
    expect(withinBounds(logic)).toEqual(nodes(2));
  });

  test("a list that is too long is rejected before its entries are read, alone or with other values waiting", () => {
    const unread = (length: number): unknown =>
      new Proxy(new Array(length), {
        get: (target, name) => {
          if (name !== "length" && name !== Symbol.toStringTag) throw new Error(`read ${String(name)}`);
          return Reflect.get(target, name) as unknown;
        },
      });
    expect(withinBounds(unread(1_000_000))).toEqual(tooLarge);
    expect(withinBounds([...(wide(4_000) as Json[]), unread(1_000)])).toEqual(tooLarge);
  });

  test("reading an object with a million names stops after five thousand names", () => {
    let read = 0;
    const object = new Proxy(named(20_000) as object, {
      get: (target, name) => {
        read += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    expect(withinBounds(object)).toEqual(tooLarge);
    expect(read).toBeLessThanOrEqual(MAX_NODES);
  });
});

describe("the text of a proposed rule", () => {
  const padded = (length: number): string => `{"var":"a"}${" ".repeat(length - 11)}`;

  test("a proposed rule may be as long as a rule file, but not longer", () => {
    expect(parseRuleText(padded(MAX_FILE_BYTES))).toEqual({ ok: true, value: { var: "a" } });
    expect(parseRuleText(padded(MAX_FILE_BYTES + 1))).toEqual({
      ok: false,
      error: { code: "text-too-long", limit: MAX_FILE_BYTES },
    });
  });

  test("a proposed rule is rejected if its content exceeds the bounds", () => {
    expect(parseRuleText("{")).toEqual(notJson);
    expect(parseRuleText(JSON.stringify(deepList(66)))).toEqual(tooDeep);
    expect(parseRuleText(JSON.stringify(wide(5_000)))).toEqual(tooLarge);
    expect(parseRuleText(JSON.stringify(["x".repeat(MAX_TEXT + 1)]))).toEqual(tooLong);
  });
});
