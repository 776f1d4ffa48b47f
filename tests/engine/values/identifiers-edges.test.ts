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
    ["one of 254 characters", `${"a".repeat(64)}@${host(61)}`],
    ["one with a local part of 64 characters", `${"a".repeat(64)}@b.co`],
    ["one with a label of 63 characters", `a@${"b".repeat(63)}.co`],
    ["one with a label of one character", "a@b.c"],
    ["one with digits in the middle of the host", "a@1.2.co"],
    ["one with a letter among digits at the end", "a@b.1c"],
  ])("the e-mail address %s is accepted", (_, text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    ["one of 255 characters", `${"a".repeat(64)}@${host(62)}`],
    ["one with a local part of 65 characters", `${"a".repeat(65)}@b.co`],
    ["one with a label of 64 characters", `a@${"b".repeat(64)}.co`],
    ["one without an @", "example.com"],
    ["one with nothing before the @", "@b.co"],
    ["one with two separate @ characters", "a@b@c.co"],
    ["one whose local part ends in a dot", "a.@b.co"],
    ["one whose local part begins with a dot", ".a@b.co"],
    ["one whose last label has only digits, after a label of letters", "a@b.co.12"],
    ["one with an empty label", "a@b..co"],
    ["one with a label that ends in a dash", "a@b-.co"],
    ["one whose host ends in a dot", "a@b.co."],
  ])("the e-mail address %s is rejected", (_, text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe("edge cases of ids and codes", () => {
  test("a text of 36 characters is rejected if it is not a UUID", () => {
    expect(isUuid("x".repeat(36))).toBe(false);
    expect(isUuid("7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80")).toBe(true);
    expect(isUuid("7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80 ")).toBe(false);
  });

  test("a failure contains at most the first 40 characters of the text", () => {
    const text = "abcdefghij".repeat(5);
    expect(parseId("order", text)).toEqual({
      ok: false,
      error: { code: "not-an-id", kind: "order", text: text.slice(0, 40) },
    });
  });

  test("a text that is neither a laser code nor a national ID is formatted without a change", () => {
    expect(["JT0", "jt0123456789", "JT01234567890"].map(formatLaserCode)).toEqual([
      "JT0",
      "jt0123456789",
      "JT01234567890",
    ]);
    expect(formatThaiId("12345678901212")).toBe("12345678901212");
  });

  test("a national ID has thirteen digits, even if characters that are no digits match the checksum", () => {
    expect(isThaiId("1234567890121")).toBe(true);
    // The checksum counts the character after 9 as ten. The third digit has weight eleven, so the checksum
    // does not detect the change.
    expect(["12:4567890121", "12345678901210", "1234567890121x", "123", ""].map(isThaiId)).toEqual(
      new Array(5).fill(false),
    );
  });

  test("a telephone number has eight or nine digits after its prefix", () => {
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

  test("full-width digits are converted to plain digits", () => {
    expect(normaliseDigits("０１２３４５６７８９")).toBe("0123456789");
  });

  test("the seconds of an instant may have up to nine decimal places", () => {
    expect(isInstant("2026-03-02T07:00:00.123456789+07:00")).toBe(true);
    expect(isInstant("2026-03-02T07:00:00.1234567890+07:00")).toBe(false);
  });
});

describe("edge cases of canonical JSON", () => {
  test("canonical JSON omits undefined properties, and keeps null, empty objects and nested properties", () => {
    expect(canonicalJson({ b: undefined, a: 1 } as never)).toBe('{"a":1}');
    expect(canonicalJson({ a: null, c: {}, b: [] })).toBe('{"a":null,"b":[],"c":{}}');
  });

  test("canonical JSON is equal for undefined and undefined, but not for undefined and another value", () => {
    expect(equalJson(undefined, undefined)).toBe(true);
    expect([equalJson(undefined, null), equalJson(null, undefined), equalJson(1, undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("canonical JSON is equal if only the order of names differs, and otherwise different", () => {
    expect(equalJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(equalJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(equalJson("1", 1)).toBe(false);
  });
});

test("the function `unreachable` throws if it is called in spite of the types", () => {
  expect(() => unreachable("new" as never, "the switch")).toThrow('the switch: unexpected value "new"');
});
