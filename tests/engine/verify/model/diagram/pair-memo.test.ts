import { expect, it } from "vitest";
import { NOT_KNOWN, pairMemo } from "../../../../../engine/verify/model/diagram/pair-memo.ts";

it("the cache for pairs of nodes returns the stored result for each ordered pair, even after the cache has grown", () => {
  const memo = pairMemo();
  for (let left = 0; left < 100; left += 1)
    for (let right = 0; right < 100; right += 1) memo.set(left, right, left * 1_000 + right);
  expect(memo.size()).toBe(10_000);
  for (let left = 0; left < 100; left += 1)
    for (let right = 0; right < 100; right += 1)
      if (memo.get(left, right) !== left * 1_000 + right) throw new Error(`${left}, ${right}`);
  expect([memo.get(100, 1), memo.get(1, 100)]).toEqual([NOT_KNOWN, NOT_KNOWN]);
});

it("the cache for pairs of nodes keeps the later of two results, and is empty after clear", () => {
  const memo = pairMemo();
  memo.set(0, 3, 7);
  memo.set(0, 3, 8);
  expect([memo.get(0, 3), memo.size()]).toEqual([8, 1]);
  memo.clear();
  expect([memo.get(0, 3), memo.size()]).toEqual([NOT_KNOWN, 0]);
});
