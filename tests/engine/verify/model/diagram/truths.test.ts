import { describe, expect, it } from "vitest";
import { createDiagrams, type Leaf } from "../../../../../engine/verify/model/diagram/diagram.ts";
import { and, not, or } from "../../../../../engine/verify/model/diagram/kleene.ts";
import { asking, at, F, row, T, TRUTHS, U } from "./rows.ts";

/** Rows are the left value, columns the right value, both in the order true, false, unknown. */
const TABLES: readonly (readonly [string, typeof and, readonly (readonly Leaf[])[]])[] = [
  [
    "and",
    and,
    [
      [T, F, U],
      [F, F, F],
      [U, F, U],
    ],
  ],
  [
    "or",
    or,
    [
      [T, T, T],
      [T, F, U],
      [T, U, U],
    ],
  ],
];

describe("an operator on conditions that are true, false or unknown", () => {
  it.each(TABLES)(
    "the operator %s gives the right result for every pair of constant conditions",
    (_, run, table) => {
      const d = createDiagrams();
      const found = TRUTHS.map((a) => TRUTHS.map((b) => d.valueOf(run(d, d.leaf(a), d.leaf(b)))));
      expect(found).toEqual(table);
    },
  );

  it.each(TABLES)(
    "the operator %s gives the right result for every pair of conditions on two variables",
    (_, run, table) => {
      const d = createDiagrams();
      for (const [one, other] of [
        [0, 1],
        [1, 0],
      ] as const) {
        const node = run(d, asking(d, one, TRUTHS), asking(d, other, TRUTHS));
        const found = TRUTHS.map((_a, left) =>
          TRUTHS.map((_b, right) => at(d, node, one === 0 ? [left, right] : [right, left])),
        );
        expect(found).toEqual(table);
      }
    },
  );

  it.each(TABLES)("the operator %s of a condition with itself gives the condition", (_, run) => {
    const d = createDiagrams();
    const node = asking(d, 0, TRUTHS);
    expect(run(d, node, node)).toBe(node);
  });

  it("a rule and its negation are never both true, and both are unknown for the same users", () => {
    const d = createDiagrams();
    const node = asking(d, 0, TRUTHS);
    expect(row(d, and(d, node, not(d, node)), 0, 3)).toEqual([F, F, U]);
    expect(row(d, or(d, node, not(d, node)), 0, 3)).toEqual([T, T, U]);
  });

  it('the operator "not" exchanges true and false, and keeps unknown', () => {
    const d = createDiagrams();
    expect(row(d, not(d, asking(d, 0, TRUTHS)), 0, 3)).toEqual([F, T, U]);
  });

  it("choose gives one of two results, or unknown if the condition is unknown", () => {
    const d = createDiagrams();
    const node = d.choose(asking(d, 1, TRUTHS), asking(d, 0, ["a", "b"]), asking(d, 2, [1, 2]));
    for (const then of [0, 1])
      for (const otherwise of [0, 1])
        expect([0, 1, 2].map((when) => at(d, node, [then, when, otherwise]))).toEqual([
          ["a", "b"][then],
          [1, 2][otherwise],
          U,
        ]);
    expect(d.choose(d.yes, d.leaf(1), d.leaf(2))).toBe(d.leaf(1));
    expect(d.choose(d.no, d.leaf(1), d.leaf(2))).toBe(d.leaf(2));
    expect(d.choose(d.unknown, d.leaf(1), d.leaf(2))).toBe(d.unknown);
  });

  it("choose accepts a variable that occurs in the condition and in the results", () => {
    const d = createDiagrams();
    const when = asking(d, 0, [T, F, U]);
    const node = d.choose(when, asking(d, 0, ["a", "b", "c"]), asking(d, 0, ["d", "e", "f"]));
    expect(row(d, node, 0, 3)).toEqual(["a", "e", U]);
  });

  it("choose throws if the condition is not a truth value", () => {
    const d = createDiagrams();
    expect(() => d.choose(d.leaf("yes"), d.yes, d.no)).toThrow("choose");
  });
});

describe("a function that is applied to the leaves of diagrams", () => {
  it("map calls a function for each leaf, and tells functions apart by name", () => {
    const d = createDiagrams();
    const node = d.ask(0, [d.leaf(1), asking(d, 1, [2, 3])]);
    const twice = d.map("twice", (value) => (value as number) * 2, node);
    const more = d.map("more", (value) => (value as number) + 1, node);
    expect([at(d, twice, [0]), at(d, twice, [1, 0]), at(d, twice, [1, 1])]).toEqual([2, 4, 6]);
    expect([at(d, more, [0]), at(d, more, [1, 0]), at(d, more, [1, 1])]).toEqual([2, 3, 4]);
  });

  it("map and combine call a function only once for each leaf", () => {
    const d = createDiagrams();
    let asked = 0;
    const shared = asking(d, 1, [1, 2]);
    const node = d.ask(0, [shared, d.leaf(3), d.ask(1, [d.leaf(2), d.leaf(1)])]);
    const count = (value: Leaf): Leaf => {
      asked += 1;
      return value;
    };
    expect(d.map("same", count, node)).toBe(node);
    expect(asked).toBe(3);
    expect(d.map("same", count, node)).toBe(node);
    expect(asked).toBe(3);
    asked = 0;
    expect(d.combine("left", count, node, d.leaf("x"))).toBe(node);
    expect(asked).toBe(3);
    d.combine("left", count, node, d.leaf("x"));
    expect(asked).toBe(3);
  });

  it("combine passes the left leaf before the right leaf, whichever variable each side tests first", () => {
    const d = createDiagrams();
    const minus = (a: Leaf, b: Leaf): Leaf => (a as number) - (b as number);
    const early = asking(d, 0, [10, 20, 30]);
    const late = asking(d, 1, [1, 2]);
    const one = d.combine("minus", minus, early, late);
    const other = d.combine("minus", minus, late, early);
    const same = d.combine("minus", minus, early, asking(d, 0, [1, 2, 3]));
    expect([at(d, one, [0, 0]), at(d, one, [2, 1]), at(d, one, [1, 0])]).toEqual([9, 28, 19]);
    expect([at(d, other, [0, 0]), at(d, other, [2, 1]), at(d, other, [1, 0])]).toEqual([-9, -28, -19]);
    expect(row(d, same, 0, 3)).toEqual([9, 18, 27]);
  });
});
