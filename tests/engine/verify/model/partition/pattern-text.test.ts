import { describe, expect, it } from "vitest";
import { textOfPattern } from "../../../../../engine/verify/model/partition/pattern-text.ts";

describe("a text that matches a pattern", () => {
  it.each<readonly [pattern: string, first: string, second: string]>([
    ["", "", ""],
    ["^abc$", "abc", "abc"],
    ["a.c", "aac", "abc"],
    ["a|b|c", "a", "b"],
    ["x(a|b)y", "xay", "xby"],
    ["x(?:a|b)y", "xay", "xby"],
    ["(a(b|c))d", "abd", "acd"],
    ["\\d", "1", "2"],
    ["\\w\\S", "aa", "bb"],
    ["a\\sb", "a b", "a b"],
    ["a\\.b\\+", "a.b+", "a.b+"],
    ["\\u0E01x", "กx", "กx"],
    ["\\u0041b", "Ab", "Ab"],
    ["[ABC]", "B", "C"],
    ["[A-C]z", "Bz", "Cz"],
    ["[A]z", "Az", "Az"],
    ["[A-]", "-", "A"],
    ["[\\]x]", "x", "]"],
    ["[0-9A-F]", "1", "2"],
    ["[\\u0E01-\\u0E03]", "ข", "ฃ"],
    ["[^ ]", "a", "a"],
    ["[^a-z]", "A", "A"],
    ["[^a-zA-Z]", "1", "1"],
    ["[^a-zA-Z0-9]", " ", " "],
    ["[^a-zA-Z0-9 ]", "-", "-"],
    ["[^a-zA-Z0-9 -]!", "b!", "c!"],
    ["[^-aA1 ]", "b", "c"],
    ["[]x", "x", "x"],
    ["a*b", "ab", "ab"],
    ["a+b", "ab", "ab"],
    ["a?b", "b", "b"],
    ["ab?c", "ac", "ac"],
    ["(ab)?c", "c", "c"],
    ["a{3}b", "aaab", "aaab"],
    ["a{2,}b", "aab", "aab"],
    ["a{2,5}b", "aab", "aab"],
    ["a{0}b", "b", "b"],
    ["(ab){2}c", "ababc", "ababc"],
    ["[0-9]{12}x", "111111111111x", "222222222222x"],
    ["a{x}", "a{x}", "a{x}"],
  ])("the pattern %s gives the text %s, and the second text is %s", (pattern, first, second) => {
    expect([textOfPattern(pattern, 0), textOfPattern(pattern, 1)]).toEqual([first, second]);
  });

  it("the generated text repeats from the start after the last option, digit or letter", () => {
    expect(["a|b|c", "\\d", ".", "[AB]"].map((pattern) => textOfPattern(pattern, 3))).toEqual([
      "a",
      "4",
      "d",
      "A",
    ]);
    expect(textOfPattern("\\d", 9)).toBe("0");
    expect(textOfPattern(".", 25)).toBe("z");
    expect(textOfPattern(".", 26)).toBe("a");
  });

  it("the generated text uses at most two hundred letters of one character class", () => {
    const last = String.fromCharCode(0x0e00 + 199);
    expect(textOfPattern("[\\u0E00-\\u0FFF]", 198)).toBe(last);
    expect(textOfPattern("[\\u0E00-\\u0FFF]", 199)).toBe("\u0E00");
  });
});
