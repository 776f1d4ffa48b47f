import { expect, test } from "vitest";
import { GIVEN_INSTANT } from "../../../server/http/schemas.ts";

// The format `date-time` checks everything that the pattern allows.
test.each([
  ["2026-12-31T23:59:59Z", true],
  ["2026-12-31T23:59:59.123+07:00", true],
  ["9999-12-31t23:59:59z", true],
  // Neither JavaScript nor the database stores a leap second.
  ["2026-12-31T23:59:60Z", false],
  ["2027-01-01T06:59:60.5+07:00", false],
])("the validity of the time %s from a caller is %s", (text, expected) => {
  expect(new RegExp(String(GIVEN_INSTANT.pattern), "u").test(text)).toBe(expected);
  if (expected) expect(Number.isNaN(new Date(text).getTime())).toBe(false);
});
