import { describe, expect, test } from "vitest";
import { amountMath, compareAmounts } from "../../../engine/rules/amounts.ts";

describe("amounts in rules", () => {
  type Row = readonly ["+" | "-" | "*" | "min" | "max", readonly (string | number)[], number, string];
  const table: readonly Row[] = [
    ["+", ["1.00"], 2, "1.00"],
    ["+", ["1.05", "2.10"], 2, "3.15"],
    ["+", ["1.00", "2.00", "4.00"], 2, "7.00"],
    ["+", ["0.0001", "0.0002"], 4, "0.0003"],
    ["-", ["5.00", "2.01"], 2, "2.99"],
    ["-", ["2.01", "5.00"], 2, "-2.99"],
    ["-", ["5.00"], 2, "-5.00"],
    ["-", ["-5.00"], 2, "5.00"],
    ["*", ["1.50", 3], 2, "4.50"],
    ["*", [3, "1.50"], 2, "4.50"],
    ["*", ["1.50", 2, 5], 2, "15.00"],
    ["*", ["1.50", -2], 2, "-3.00"],
    ["*", ["0.0003", 7], 4, "0.0021"],
    ["min", ["2.00", "1.00", "3.00"], 2, "1.00"],
    ["min", ["1.00", "2.00", "3.00"], 2, "1.00"],
    ["min", ["3.00", "2.00", "1.00"], 2, "1.00"],
    ["max", ["2.00", "3.00", "1.00"], 2, "3.00"],
    ["max", ["3.00", "2.00", "1.00"], 2, "3.00"],
    ["max", ["1.00", "2.00", "3.00"], 2, "3.00"],
    ["max", ["-1.00", "-2.00"], 2, "-1.00"],
  ];

  test.each(table)(
    "the operation %s on the amounts %j at %i decimal places gives %s",
    (fn, values, scale, expected) => {
      expect(amountMath(fn, { values, scale })).toBe(expected);
    },
  );

  test("an invalid amount makes a calculation throw, because types should exclude invalid amounts", () => {
    const of = { values: ["1.00", "1.001"], scale: 2 };
    for (const fn of ["+", "-", "*", "min", "max"] as const) {
      expect(() => amountMath(fn, of)).toThrow("amountMath");
    }
  });

  test("negative amounts are sorted correctly", () => {
    expect(compareAmounts("-1.00", "1.00")).toBeLessThan(0);
    expect(compareAmounts("-1.00", "-2.00")).toBeGreaterThan(0);
    expect(compareAmounts("-1.00", "-1.00")).toBe(0);
  });
});
