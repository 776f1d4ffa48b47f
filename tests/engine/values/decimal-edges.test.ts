import { describe, expect, test } from "vitest";
import { isBaht, parseBaht, satangOf } from "../../../domain/money.ts";
import { halfUp, truncate } from "../../../domain/rounding.ts";
import { isUnits, parseUnits, tenThousandthsOf } from "../../../domain/units.ts";
import {
  compareCanonical,
  compareDecimals,
  formatDecimal,
  isCanonicalDecimal,
  parseDecimal,
} from "../../../engine/values/decimal.ts";

describe("edge cases of parseDecimal", () => {
  test("a text of 64 characters is accepted; a text of 65 is not, and the failure contains its first 64", () => {
    const longest = `${"9".repeat(61)}.25`;
    expect(parseDecimal(longest, 2)).toEqual({ ok: true, value: BigInt(`${"9".repeat(61)}25`) });
    expect(parseDecimal(`1${longest}`, 2)).toEqual({
      ok: false,
      error: { code: "too-long", text: `1${longest}`.slice(0, 64) },
    });
  });

  test.each(["1.001", "1.0001", "1.00001", "1.000001", "1.0010"])(
    "the amount %s has too many decimal places for satang",
    (text) => {
      expect(parseDecimal(text, 2)).toEqual({ ok: false, error: { code: "too-precise", text } });
    },
  );

  test.each(["1.0", "1.00", "1.000", "1.0000000"])(
    "the amount %s is one baht, whatever the number of zeros is",
    (text) => {
      expect(parseDecimal(text, 2)).toEqual({ ok: true, value: 100n });
    },
  );

  test("a failure contains the text that the user typed", () => {
    expect(parseDecimal("ten", 2)).toEqual({ ok: false, error: { code: "not-a-decimal", text: "ten" } });
  });
});

describe("edge cases of formatDecimal", () => {
  test.each([
    [0n, 2, "0.00"],
    [-1n, 2, "-0.01"],
    [1n, 2, "0.01"],
    [99n, 2, "0.99"],
    [100n, 2, "1.00"],
    [-100n, 2, "-1.00"],
    [0n, 0, "0"],
    [-7n, 0, "-7"],
    [12n, 0, "12"],
  ])("the number %s with %s decimal places is %s", (value, scale, text) => {
    expect(formatDecimal(value, scale)).toBe(text);
  });
});

describe("edge cases of compareDecimals", () => {
  test.each([
    ["1.5", "1.25", 1],
    ["1.25", "1.5", -1],
    ["1.0501", "1.05", 1],
    ["1.05", "1.0501", -1],
    ["1.05", "1.0500", 0],
    ["2", "2.0", 0],
    ["-1.5", "-1.25", -1],
    ["0", "-0.01", 1],
    ["10", "9", 1],
  ])("the comparison of %s with %s gives %s", (left, right, order) => {
    expect(compareDecimals(left, right)).toBe(order);
  });

  test.each([
    ["ten", "1"],
    ["1", "ten"],
    ["", ""],
  ])("the comparison of %j with %j throws", (left, right) => {
    expect(() => compareDecimals(left, right)).toThrow("not decimals");
  });

  test("the comparison of canonical decimals of equal length gives minus one, zero or one", () => {
    expect(compareCanonical("1.00", "2.00")).toBe(-1);
    expect(compareCanonical("2.00", "1.00")).toBe(1);
    expect(compareCanonical("2.00", "2.00")).toBe(0);
  });

  test("the longer of two canonical whole numbers is the greater one", () => {
    expect(compareCanonical("10.00", "9.00")).toBeGreaterThan(0);
    expect(compareCanonical("9.00", "10.00")).toBeLessThan(0);
  });
});

describe("edge cases of the canonical form", () => {
  test("a canonical text has at most 64 characters", () => {
    expect(isBaht(`${"9".repeat(61)}.00`)).toBe(true);
    expect(isBaht(`${"9".repeat(62)}.00`)).toBe(false);
    expect(isBaht(`${"9".repeat(70)}.00`)).toBe(false);
  });

  test.each([".00", "1/.00", "1:.00", "1.:0", "1.0:", "/1.00", "0", "", "1.0/", "01.00", "1000"])(
    "the text %j is not canonical",
    (text) => {
      expect(isBaht(text)).toBe(false);
    },
  );

  test.each(["0.00", "9.99", "10.00", "0.09"])("the text %s is canonical", (text) => {
    expect(isBaht(text)).toBe(true);
  });

  test("canonical units have four decimal places, and canonical baht amounts have two", () => {
    expect([isUnits("1.0000"), isUnits("1.00"), isBaht("1.0000")]).toEqual([true, false, false]);
    expect(isCanonicalDecimal("1.0", 1)).toBe(true);
  });
});

describe("amounts that were checked before", () => {
  test("checked amounts are parsed to whole numbers of the smallest unit", () => {
    expect([satangOf("12.34"), tenThousandthsOf("12.3456")]).toEqual([1_234n, 123_456n]);
    expect([parseBaht("0.01"), parseUnits("0.0001")]).toEqual([
      { ok: true, value: 1n },
      { ok: true, value: 1n },
    ]);
  });

  test("checked amounts that are invalid all the same throw when they are parsed", () => {
    expect(() => satangOf("1.001")).toThrow("too-precise");
    expect(() => tenThousandthsOf("1.00001")).toThrow("too-precise");
  });
});

describe("edge cases of rounding", () => {
  test.each([
    [1n, 2n, 1n, 0n],
    [-1n, 2n, -1n, 0n],
    [1n, 3n, 0n, 0n],
    [2n, 3n, 1n, 0n],
    [-2n, 3n, -1n, 0n],
    [1n, 1n, 1n, 1n],
    [49n, 100n, 0n, 0n],
    [50n, 100n, 1n, 0n],
    [51n, 100n, 1n, 0n],
  ])(
    "the quotient %s / %s is %s if rounded half-up and %s if truncated",
    (numerator, denominator, up, cut) => {
      expect(halfUp(numerator, denominator)).toBe(up);
      expect(truncate(numerator, denominator)).toBe(cut);
    },
  );

  test.each([0n, -1n, -10n])("a division by %s throws", (denominator) => {
    expect(() => halfUp(1n, denominator)).toThrow("halfUp");
    expect(() => truncate(1n, denominator)).toThrow("truncate");
  });
});
