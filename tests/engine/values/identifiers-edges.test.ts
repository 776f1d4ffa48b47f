import { describe, expect, test } from "vitest";
import { formatLaserCode } from "../../../domain/laser-code.ts";
import { isThaiPhone } from "../../../domain/phone.ts";
import { formatThaiId, isThaiId } from "../../../domain/thai-id.ts";
import { canonicalJson, equalJson } from "../../../engine/values/canonical-json.ts";
import { isEmail } from "../../../engine/values/email.ts";
import { isUuid, parseId } from "../../../engine/values/id.ts";
import { isInstant } from "../../../engine/values/instant.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { unreachable } from "../../../engine/values/unreachable.ts";

describe("edge cases of an e-mail address", () => {
  const host = (last: number): string => ["b".repeat(63), "b".repeat(63), "b".repeat(last)].join(".");

  test.each([
    ["254 characters", `${"a".repeat(64)}@${host(61)}`],
    ["a local part of 64", `${"a".repeat(64)}@b.co`],
    ["a label of 63", `a@${"b".repeat(63)}.co`],
    ["a label of one", "a@b.c"],
    ["digits in the middle of the host", "a@1.2.co"],
    ["a letter among digits at the end", "a@b.1c"],
  ])("%s are accepted", (_, text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    ["255 characters", `${"a".repeat(64)}@${host(62)}`],
    ["a local part of 65", `${"a".repeat(65)}@b.co`],
    ["a label of 64", `a@${"b".repeat(64)}.co`],
    ["no @", "example.com"],
    ["nothing before the @", "@b.co"],
    ["two @ apart", "a@b@c.co"],
    ["a dot that ends the local part", "a.@b.co"],
    ["a dot that begins it", ".a@b.co"],
    ["a last label of digits after a label of letters", "a@b.co.12"],
    ["an empty label", "a@b..co"],
    ["a label that ends in a dash", "a@b-.co"],
    ["a dot that ends the host", "a@b.co."],
  ])("%s: rejected", (_, text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe("edge cases of ids and codes", () => {
  test("36 characters alone do not make a UUID", () => {
    expect(isUuid("x".repeat(36))).toBe(false);
    expect(isUuid("7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80")).toBe(true);
    expect(isUuid("7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80 ")).toBe(false);
  });

  test("a failure contains up to 40 characters of the text", () => {
    const text = "abcdefghij".repeat(5);
    expect(parseId("order", text)).toEqual({
      ok: false,
      error: { code: "not-an-id", kind: "order", text: text.slice(0, 40) },
    });
  });

  test("a text that is not a laser code or national ID is returned unchanged", () => {
    expect(["JT0", "jt0123456789", "JT01234567890"].map(formatLaserCode)).toEqual([
      "JT0",
      "jt0123456789",
      "JT01234567890",
    ]);
    expect(formatThaiId("12345678901212")).toBe("12345678901212");
  });

  test("a national ID has thirteen digits, even if other characters match the checksum", () => {
    expect(isThaiId("1234567890121")).toBe(true);
    // The character after 9 counts ten, and the third place has weight eleven, so the checksum does not
    // detect it.
    expect(["12:4567890121", "12345678901210", "1234567890121x", "123", ""].map(isThaiId)).toEqual(
      new Array(5).fill(false),
    );
  });

  test("telephone numbers have eight or nine digits after their prefix", () => {
    expect(["02123456", "021234567", "0812345678", "08123456789"].map(isThaiPhone)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(["+662123456", "+6621234567", "+66812345678", "+668123456789"].map(isThaiPhone)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("full-width digits become plain digits", () => {
    expect(normaliseDigits("０１２３４５６７８９")).toBe("0123456789");
  });

  test("an instant may have up to nine decimals of a second", () => {
    expect(isInstant("2026-03-02T07:00:00.123456789+07:00")).toBe(true);
    expect(isInstant("2026-03-02T07:00:00.1234567890+07:00")).toBe(false);
  });
});

describe("edge cases of canonical JSON", () => {
  test("omits undefined names, and keeps null, empty and nested ones", () => {
    expect(canonicalJson({ b: undefined, a: 1 } as never)).toBe('{"a":1}');
    expect(canonicalJson({ a: null, c: {}, b: [] })).toBe('{"a":null,"b":[],"c":{}}');
  });

  test("undefined equals only undefined", () => {
    expect(equalJson(undefined, undefined)).toBe(true);
    expect([equalJson(undefined, null), equalJson(null, undefined), equalJson(1, undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("the order of an object's names does not matter, every other difference does", () => {
    expect(equalJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(equalJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(equalJson("1", 1)).toBe(false);
  });
});

test("unreachable throws if it is called after all", () => {
  expect(() => unreachable("new" as never, "the switch")).toThrow('the switch: unexpected value "new"');
});
