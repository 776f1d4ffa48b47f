import { describe, expect, test } from "vitest";
import { keyed } from "../../renderer/kit/parts/keyed.ts";

const keysOf = (...names: string[]) => keyed(names, String).map(({ key }) => key);

describe("keys made of names", () => {
  test("differ between equal items, and keep the order", () => {
    expect(keyed(["one", "two", "one"], String)).toEqual([
      { key: "0 one", item: "one" },
      { key: "0 two", item: "two" },
      { key: "1 one", item: "one" },
    ]);
  });

  test("stay when another item comes before", () => {
    expect(keysOf("new", "one", "two").slice(1)).toEqual(keysOf("one", "two"));
  });

  test("differ from a name that looks like a numbered one", () => {
    expect(new Set(keysOf("1 one", "one", "one")).size).toBe(3);
  });
});
