import fc from "fast-check";
import { expect, test } from "vitest";
import { isSlowPattern } from "../../../engine/flow/slow-pattern.ts";

test.each([
  "^(a+)+$",
  "(a*)*",
  "(a|a)*b",
  "^(a|aa)+$",
  "^(\\w+\\s?)*$",
  "([a-z]+)*@",
  "(x+x+)+y",
  "^(\\d{1,20}){1,20}$",
  "(?:[^,]*,?)*",
  "^(?=(a+)+$)b",
  "(\\p{L}|a)+$",
  "(?:\\u0061|\\x61)+$",
  "(?:[^\\D]|5)+$",
  "(?<name>[\\]-a]|_)+!",
])("the pattern %s may take exponential time", (pattern) => {
  expect(isSlowPattern(pattern)).toBe(true);
});

test.each([
  "",
  "^[0-9]{10,16}$",
  "^(answers|facts)(\\.[A-Za-z0-9_-]+)+\\??$",
  "^P(?=.*[1-9])(\\d+W|(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+S)?)?)$",
  "^([a-z]+-)*[a-z]+$",
  "^\\d{1,3}(,\\d{3})*(\\.\\d\\d)?$",
  "^(\\d{5}-?){3}$",
  "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
  "^(?:ก|ข)+$",
  "^(?:\\bfoo\\b ?)+$",
  "^(?:\\u0061|b|[\\n-\\r])+$",
  "^(?:\\d|[^\\d])+$",
])("the pattern %s cannot take exponential time", (pattern) => {
  expect(isSlowPattern(pattern)).toBe(false);
});

test("a pattern with more positions than any form needs counts as slow, and this is decided without delay", () => {
  expect(isSlowPattern(`^${"(a{1,20}b?){1,20}".repeat(3)}$`)).toBe(true);
  expect(isSlowPattern("a?".repeat(5_000))).toBe(true);
});

test("isSlowPattern returns a result for any text, and never throws", () => {
  const signs = fc.constantFrom(..."ab^$.|()[]{}*+?\\-1,dwuxp:=!<");
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 12 }), (pattern) => {
      expect(typeof isSlowPattern(pattern)).toBe("boolean");
    }),
    { numRuns: 2_000 },
  );
});
