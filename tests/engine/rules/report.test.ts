import { expect, test } from "vitest";
import { below, errorAt, nearest, warningAt } from "../../../engine/rules/report.ts";

test("the function `below` escapes names for JSON pointers", () => {
  const spot = { file: "a.json", pointer: "/x" };
  expect(below(spot, "a/b", 0, "c~d", "~1")).toEqual({ file: "a.json", pointer: "/x/a~1b/0/c~0d/~01" });
  expect(below(spot)).toEqual(spot);
});

test("a finding has its pointer and code, and prevents loading unless it is only a warning", () => {
  const spot = { file: "a.json", pointer: "/x", single: true };
  const says = { key: "no-operands.list" } as const;
  const finding = { file: "a.json", pointer: "/x", code: "no-operands", severity: "error", says };
  expect(errorAt(spot, says)).toEqual(finding);
  expect(warningAt(spot, says)).toEqual({ ...finding, severity: "warning" });
});

const table: readonly (readonly [string, readonly string[], string | undefined])[] = [
  ["same", ["same"], "same"],
  ["sme", ["same"], "same"],
  ["samme", ["same"], "same"],
  ["sama", ["same"], "same"],
  ["same", ["mase"], "mase"],
  ["abcd", ["abef"], "abef"],
  ["abcd", ["aefg"], undefined],
  ["abcd", ["ab"], "ab"],
  ["abcd", ["cd"], "cd"],
  ["ab", ["abcd"], "abcd"],
  ["ab", ["abcde"], undefined],
  ["", ["ab"], "ab"],
  ["", ["abc"], undefined],
  ["abc", [""], undefined],
  ["abcdefghijkl", ["abcdefghi"], "abcdefghi"],
  ["abcdefghijkl", ["abcdefgh"], undefined],
  ["abcdefghijk", ["abcdefgh"], undefined],
  ["abcdefghijklmnop", ["abcdefghijkl"], "abcdefghijkl"],
  ["abcd", ["abxx", "abcx", "abcy"], "abcx"],
  ["abcd", ["abcx", "abcd"], "abcd"],
  ["abcd", [], undefined],
  ["kitten", ["sitting"], undefined],
  ["kitten", ["sitten"], "sitten"],
  ["flaw", ["lawn"], "lawn"],
];

test.each(table)("the name suggested for %j among the known names %j is %j", (name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});
