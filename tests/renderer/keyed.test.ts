import { describe, expect, test } from "vitest";
import { keyed } from "../../renderer/kit/parts/keyed.ts";

const keysOf = (...names: string[]) => keyed(names, String).map(({ key }) => key);

describe("the keys that the items of a list get from their names", () => {
  test("two items with the same name get different keys, and the order of the items stays unchanged", () => {
    expect(keyed(["one", "two", "one"], String)).toEqual([
      { key: "0 one", item: "one" },
      { key: "0 two", item: "two" },
      { key: "1 one", item: "one" },
    ]);
  });

  test("stay the same if an item with a new name is inserted before", () => {
    expect(keysOf("new", "one", "two").slice(1)).toEqual(keysOf("one", "two"));
  });

  test("the keys differ even if the name of one item looks like a numbered key", () => {
    expect(new Set(keysOf("1 one", "one", "one")).size).toBe(3);
  });
});
