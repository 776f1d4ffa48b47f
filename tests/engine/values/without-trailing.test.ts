import { expect, test } from "vitest";
import { withoutTrailing } from "../../../engine/values/without-trailing.ts";

test.each([
  ["12.500", "0", "12.5"],
  ["12.05", "0", "12.05"],
  ["https://portal.example///", "/", "https://portal.example"],
  ["///", "/", ""],
  ["", "0", ""],
])("the text %s without %s at the end is %s", (text, letter, left) => {
  expect(withoutTrailing(text, letter)).toBe(left);
});
