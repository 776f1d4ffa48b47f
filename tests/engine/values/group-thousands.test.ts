import fc from "fast-check";
import { expect, test } from "vitest";
import { groupThousands, showNumber } from "../../../engine/values/group-thousands.ts";

test.each([
  ["0", "0"],
  ["999", "999"],
  ["1000", "1,000"],
  ["10000.00", "10,000.00"],
  ["1234567.8901", "1,234,567.8901"],
  ["-1000", "-1,000"],
  ["+123456", "+123,456"],
  ["1000.", "1,000."],
  ["0.1234", "0.1234"],
  ["", ""],
  ["1e6", "1e6"],
  ["M-BTCA1000", "M-BTCA1000"],
])("groupThousands turns %j into %j", (text, shown) => {
  expect(groupThousands(text)).toBe(shown);
});

test("groupThousands adds commas every three digits before the decimal point, and changes nothing else", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(9999), (whole, places) => {
      const text = `${whole}.${places}`;
      const shown = groupThousands(text);
      expect(shown.replaceAll(",", "")).toBe(text);
      expect(shown).toMatch(/^-?\d{1,3}(,\d{3})*\.\d+$/);
    }),
  );
});

test.each([
  [999, "999"],
  [1000, "1000"],
  [-1950, "-1950"],
  [9999, "9999"],
  [10000, "10,000"],
  [-12345, "-12,345"],
  [1234.5, "1,234.5"],
])("groupThousands turns the plain number %d into %s", (number, shown) => {
  expect(showNumber(number)).toBe(shown);
});
