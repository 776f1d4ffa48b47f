import { expect, test } from "vitest";
import { finds } from "../../renderer/kit/parts/finds.ts";

test.each([
  ["mbtca", "M-BTCA Bitcoin", true],
  ["M BTCA", "M-BTCA Bitcoin", true],
  ["m‑btca", "M-BTCA Bitcoin", true],
  ["nextgen", "M-NEXT GEN", true],
  ["ｂｉｔ", "M-BTCA Bitcoin", true],
  ["", "anything", true],
  ["บิตคอยน์", "กองทุนบิต คอยน์", true],
  ["lcap", "M-BTCA Bitcoin", false],
])("the result of a search for %j in the text %j is %s", (wanted, text, found) => {
  expect(finds(text, wanted)).toBe(found);
});
