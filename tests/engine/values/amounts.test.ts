import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shareOf } from "../../../domain/fund.ts";
import { formatBaht, isBaht, parseBaht, satangOf } from "../../../domain/money.ts";
import { halfUp, truncate } from "../../../domain/rounding.ts";
import { formatUnits, isUnits, parseUnits } from "../../../domain/units.ts";
import {
  compareCanonical,
  compareDecimals,
  formatDecimal,
  isCanonicalDecimal,
  parseDecimal,
} from "../../../engine/values/decimal.ts";

const satang = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });

describe("amounts and decimals", () => {
  test("an amount is unchanged after it was formatted and parsed", () => {
    fc.assert(
      fc.property(satang, fc.integer({ min: 0, max: 6 }), (amount, scale) => {
        expect(parseDecimal(formatDecimal(amount, scale), scale)).toEqual({ ok: true, value: amount });
      }),
    );
  });

  test("two decimals compare as numbers, whatever the number of decimal places is", () => {
    fc.assert(
      fc.property(satang, satang, (left, right) => {
        const sign = left < right ? -1 : left > right ? 1 : 0;
        expect(compareDecimals(formatDecimal(left, 2), formatDecimal(right * 100n, 4))).toBe(sign);
      }),
    );
  });

  test("canonical amounts compare correctly without being parsed", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const order = compareCanonical(formatBaht(left), formatBaht(right));
        expect(Math.sign(order)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });

  test.each([
    ["10000.00", 1_000_000n],
    ["10000", 1_000_000n],
    ["-0.5", -50n],
    ["0.100", 10n],
    ["007.10", 710n],
  ])("the text %s is accepted as a decimal", (text, expected) => {
    expect(parseBaht(text)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ["", "not-a-decimal"],
    ["1e5", "not-a-decimal"],
    ["+1.00", "not-a-decimal"],
    ["1.", "not-a-decimal"],
    [".5", "not-a-decimal"],
    [" 1.00", "not-a-decimal"],
    ["1.001", "too-precise"],
    ["1".repeat(100), "too-long"],
  ])("the text %j is rejected as a decimal with %s", (text, code) => {
    expect(parseBaht(text)).toMatchObject({ ok: false, error: { code } });
  });

  test("each amount has exactly one canonical text", () => {
    expect(["0.00", "0.50", "10000.00"].map(isBaht)).toEqual([true, true, true]);
    expect(
      ["00.00", "010.00", "10.0", "10", "-1.00", "1,000.00", "1x.00", "๑.00", "10.000"].map(isBaht),
    ).toEqual(new Array(9).fill(false));
    expect(["0.0000", "12.3456"].map(isUnits)).toEqual([true, true]);
    expect(isCanonicalDecimal("12.345", 4)).toBe(false);
  });

  test("satangOf throws for an invalid amount", () => {
    expect(() => satangOf("ten")).toThrow("satangOf");
  });
});

describe("rounding", () => {
  test.each([
    [5n, 2n, 3n, 2n],
    [-5n, 2n, -3n, -2n],
    [4n, 3n, 1n, 1n],
    [0n, 7n, 0n, 0n],
  ])(
    "the quotient %d / %d is %d if rounded half-up and %d if truncated",
    (numerator, denominator, up, cut) => {
      expect(halfUp(numerator, denominator)).toBe(up);
      expect(truncate(numerator, denominator)).toBe(cut);
    },
  );

  test("a result rounded half-up is at most half a unit away, and a result at exactly half goes away from zero", () => {
    fc.assert(
      fc.property(satang, fc.bigInt({ min: 1n, max: 10n ** 9n }), (numerator, denominator) => {
        const off = halfUp(numerator, denominator) * denominator - numerator;
        expect(2n * (off < 0n ? -off : off) <= denominator).toBe(true);
        if (2n * (off < 0n ? -off : off) === denominator) expect(off < 0n).toBe(numerator < 0n);
      }),
    );
  });

  test("a share of an amount is rounded half-up to the satang", () => {
    expect(shareOf(1_000_050n, 100n)).toBe(10_001n);
    expect(() => halfUp(1n, 0n)).toThrow("halfUp");
  });
});

test("an amount of units keeps four decimal places", () => {
  expect(parseUnits("12.3456")).toEqual({ ok: true, value: 123_456n });
  expect(formatUnits(-1n)).toBe("-0.0001");
});
