import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats } from "../../domain/formats.ts";
import { twoReadings } from "../../engine/values/typed-decimal.ts";
import { withReadings } from "../../renderer/flow/form/with-readings.ts";
import {
  bahtMask,
  caretAfter,
  codeIn,
  dateMask,
  decimalAfterKey,
  laserCodeMask,
  phoneMask,
  thaiIdMask,
} from "../../renderer/kit/text/mask.ts";

describe("an input mask", () => {
  it.each([
    ["digits as they are typed", thaiIdMask, "1234567890121", "1-2345-67890-12-1"],
    ["digits with blanks between them", thaiIdMask, "1 2345 67890 12 1", "1-2345-67890-12-1"],
    ["Thai digits", thaiIdMask, "๑๒๓๔๕๖๗๘๙๐๑๒๑", "1-2345-67890-12-1"],
    ["half an ID card number", thaiIdMask, "123456", "1-2345-6"],
    ["a laser code in lower case", laserCodeMask, "jt0 1234567 89", "JT0-1234567-89"],
    ["letters in places of digits", laserCodeMask, "JTX0A1234567", "JT0-1234567"],
    ["a mobile number", phoneMask, "0812345678", "081-234-5678"],
    ["a number with the country code", phoneMask, "+66 81 234 5678", "081-234-5678"],
    ["a number with the country code alone", phoneMask, "66812345678", "081-234-5678"],
    ["a number as dialled from abroad", phoneMask, "0066 81 234 5678", "081-234-5678"],
    ["a date that a browser filled in", dateMask, "1990-05-17", "17/05/1990"],
    ["a Bangkok number", phoneMask, "021234567", "02-123-4567"],
    ["a date without slashes", dateMask, "01042533", "01/04/2533"],
    ["a date with single digits", dateMask, "1/4/2533", "1/4/2533"],
    ["a date with dashes", dateMask, "01-04-1990", "01/04/1990"],
    ["a year alone", dateMask, "2533", "2533"],
    ["a large amount", bahtMask, "123456789012", "123,456,789,012"],
    ["an amount with separators pasted", bahtMask, "50,000.50 บาท", "50,000.50"],
    ["a comma before two digits", bahtMask, "10000,50", "10,000.50"],
    ["a comma before one digit", bahtMask, "10000,5", "10,000.5"],
    ["an amount in continental style", bahtMask, "1.000.000,50", "1,000,000.50"],
    ["an amount in Swiss style", bahtMask, "1'000'000.50", "1,000,000.50"],
    ["an amount in French style", bahtMask, "1\u202f000\u00a0000,50", "1,000,000.50"],
    ["lakhs", bahtMask, "10,00,000.50", "1,000,000.50"],
    ["points between thousands", bahtMask, "1.000.000", "1,000,000"],
    ["a point before three digits, which has two readings", bahtMask, "50.000", "50.000"],
    ["a comma before three digits after five, which has two readings", bahtMask, "10000,500", "10000,500"],
    ["a third decimal, which is not cut", bahtMask, "1000.129", "1,000.129"],
    ["a fourth decimal, which is not cut", bahtMask, "10.1299", "10.1299"],
    ["a thirteenth digit, which is not cut", bahtMask, "1234567890123", "1,234,567,890,123"],
    ["separators at wrong places", bahtMask, "1,00,50.1", "1,00,50.1"],
    ["an amount with an exponent, which is no amount", bahtMask, "1e5", "1e5"],
    ["a negative amount, which is no amount", bahtMask, "-20000", "−20000"],
    ["only a point", bahtMask, ".5", "0.5"],
  ])("groups %s", (_what, mask, typed, shown) => {
    expect(mask.show(mask.clean(typed))).toBe(shown);
  });

  it("leaves an already formatted text unchanged", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(thaiIdMask, laserCodeMask, phoneMask, bahtMask),
        (typed, mask) => {
          const kept = mask.clean(typed);
          expect(mask.clean(mask.show(kept))).toBe(kept);
        },
      ),
    );
  });

  it.each([
    ["digits", "", "100000", "100,000"],
    ["digits after a group", "10000", "0", "100,000"],
    ["a point", "10000", ".5", "10,000.5"],
    ["a comma for the decimal sign", "10000", ",50", "10,000.50"],
    ["commas between thousands", "", "1,000,000", "1,000,000"],
    ["commas and a point", "", "1,000,000.25", "1,000,000.25"],
    ["a point before three digits", "", "50.000", "50.000"],
    ["Thai digits", "", "๑๐๐๐๐", "10,000"],
  ])("accepts %s, typed key by key", (_what, before, keys, shown) => {
    let kept = before;
    for (const key of keys) kept = decimalAfterKey({ kept, text: bahtMask.show(kept) + key });
    // After typing, the user leaves the field.
    expect(bahtMask.show(bahtMask.clean(kept))).toBe(shown);
  });

  it("lets the user delete the last digit of a group", () => {
    expect(decimalAfterKey({ kept: "10000", text: "10,00" })).toBe("1000");
  });

  it("places the caret after the typed digit", () => {
    expect(caretAfter({ mask: thaiIdMask, before: "12", shown: "1-2345-6" })).toBe(3);
    expect(caretAfter({ mask: bahtMask, before: "12,3", shown: "123,456" })).toBe(3);
    expect(caretAfter({ mask: thaiIdMask, before: "", shown: "1-2" })).toBe(0);
  });
});

it.each([
  ["812345678", "0812345678"],
  ["6621234567", "021234567"],
  ["0812345678", "0812345678"],
  ["123", "123"],
])("a phone field formats the number when the user leaves the field: %s", (kept, settled) => {
  expect(phoneMask.settle?.(phoneMask.clean(kept))).toBe(settled);
});

describe("a one-time code", () => {
  it.each([
    ["the code alone", "123456", "123456"],
    ["a code in two groups", "123 456", "123456"],
    ["Thai digits", "๑๒๓๔๕๖", "123456"],
    ["a message", "รหัสของคุณคือ 123456 (Ref: K7Q2M) ใช้ได้ 5 นาที", "123456"],
    ["a message with a code and an amount", "Your code for 10,000.00 baht is 123-456.", "123456"],
    ["a message with two codes", "123456 or 654321", "12"],
    ["a message without a code", "call 081 234 5678 by 24/11/2026", "12"],
    ["digits followed by a letter", "12a", "12"],
    ["a number of seven digits", "1234567", "12"],
  ])("is recognised in %s", (_what, typed, code) => {
    expect(codeIn(typed, "12")).toBe(code);
  });
});

describe("an ambiguous amount", () => {
  it.each([
    ["50.000", { typed: "50.000", whole: "50,000.00", decimal: "50.00" }],
    ["10.129", { typed: "10.129", whole: "10,129.00", decimal: "10.129" }],
    ["10000,500", { typed: "10000,500", whole: "10,000,500.00", decimal: "10,000.50" }],
    ["50,000", null],
    ["50.00", null],
    ["1,234.567", null],
  ])("offers both readings of %s", (typed, readings) => {
    expect(twoReadings(typed, 2)).toEqual(readings);
  });

  it("shows a choice between its two readings in place of the general error", () => {
    const error = { pointer: "/of/amount", code: "baht", text: "two decimals" };
    expect(withReadings(error, { of: { amount: "50.000" } }, formats).text).not.toBe(error.text);
    expect(withReadings(error, { of: { amount: "5e4" } }, formats)).toBe(error);
  });
});
