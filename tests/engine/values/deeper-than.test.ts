import { expect, it } from "vitest";
import { deeperThan } from "../../../engine/values/deeper-than.ts";
import type { Json } from "../../../engine/values/json.ts";

it.each<readonly [value: Json, levels: number]>([
  [null, 0],
  ["text", 0],
  [3, 0],
  [[], 1],
  [{}, 1],
  [{ a: 1, b: "x" }, 1],
  [[[], 1], 2],
  [{ a: 1, b: { c: [] } }, 3],
  [[1, [2, [3]]], 3],
])("the value %j is nested exactly %i levels deep", (value, levels) => {
  expect(deeperThan(value, levels)).toBe(false);
  expect(deeperThan([value], levels)).toBe(true);
});

it("deeperThan stops counting at the limit, even for a value that contains itself", () => {
  const endless: { inner?: Json } = {};
  endless.inner = endless as Json;
  expect(deeperThan(endless as Json, 100)).toBe(true);
});
