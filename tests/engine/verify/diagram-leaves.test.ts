import { describe, expect, it } from "vitest";
import {
  createDiagrams,
  type Diagrams,
  type Leaf,
  type Node,
} from "../../../engine/verify/diagram/diagram.ts";
import { and, not, or } from "../../../engine/verify/diagram/kleene.ts";
import { TooManyNodes } from "../../../engine/verify/diagram/nodes.ts";

const T = true;
const F = false;
const U = undefined;
const TRUTHS = [T, F, U] as const;

/** What a diagram answers where the variable of each level has this cell. */
function at(d: Diagrams, node: Node, cells: readonly number[]): Leaf {
  let now = node;
  while (!d.isLeaf(now)) now = d.branchesOf(now)[cells[d.levelOf(now)] as number] as Node;
  return d.valueOf(now);
}

/** A diagram of leaves that asks one variable. */
function asking(d: Diagrams, level: number, leaves: readonly Leaf[]): Node {
  return d.ask(
    level,
    leaves.map((leaf) => d.leaf(leaf)),
  );
}

const row = (d: Diagrams, node: Node, level: number, count: number): readonly Leaf[] =>
  Array.from({ length: count }, (_, cell) => at(d, node, new Array(level + 1).fill(cell)));

/** Rows: the left truth; columns: the right one; both in the order true, false, unknown. */
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

describe("truths of three kinds", () => {
  it.each(TABLES)("%s answers as the table for every pair of leaves", (_, run, table) => {
    const d = createDiagrams();
    const found = TRUTHS.map((a) => TRUTHS.map((b) => d.valueOf(run(d, d.leaf(a), d.leaf(b)))));
    expect(found).toEqual(table);
  });

  it.each(TABLES)("%s answers as the table for every pair that two variables have", (_, run, table) => {
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
  });

  it.each(TABLES)("%s of one variable with itself is itself", (_, run) => {
    const d = createDiagrams();
    const node = asking(d, 0, TRUTHS);
    expect(run(d, node, node)).toBe(node);
  });

  it("a rule and its opposite are never both true, and unknown where either is", () => {
    const d = createDiagrams();
    const node = asking(d, 0, TRUTHS);
    expect(row(d, and(d, node, not(d, node)), 0, 3)).toEqual([F, F, U]);
    expect(row(d, or(d, node, not(d, node)), 0, 3)).toEqual([T, T, U]);
  });

  it("not turns true and false round and leaves unknown unknown", () => {
    const d = createDiagrams();
    expect(row(d, not(d, asking(d, 0, TRUTHS)), 0, 3)).toEqual([F, T, U]);
  });

  it("if takes the one answer, the other, or none where its condition is unknown", () => {
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

  it("if follows variables that its condition and its answers share", () => {
    const d = createDiagrams();
    const when = asking(d, 0, [T, F, U]);
    const node = d.choose(when, asking(d, 0, ["a", "b", "c"]), asking(d, 0, ["d", "e", "f"]));
    expect(row(d, node, 0, 3)).toEqual(["a", "e", U]);
  });

  it("a condition that is no truth is a programmer's fault", () => {
    const d = createDiagrams();
    expect(() => d.choose(d.leaf("yes"), d.yes, d.no)).toThrow("choose");
  });
});

describe("nodes", () => {
  it("leaves of different values are different, those of equal values the same", () => {
    const d = createDiagrams();
    const values: readonly Leaf[] = [U, T, F, null, 0, 1, "", "1", "true", "null", "0", ["a"], { a: 1 }];
    const nodes = values.map((value) => d.leaf(value));
    expect(new Set(nodes).size).toBe(values.length);
    expect(values.map((value) => d.leaf(structuredClone(value)))).toEqual(nodes);
    expect(nodes.map(d.valueOf)).toEqual(values);
  });

  it("a question whose answers are alike is not asked", () => {
    const d = createDiagrams();
    expect(d.ask(0, [d.yes, d.yes, d.yes])).toBe(d.yes);
    expect(d.ask(0, [d.yes])).toBe(d.yes);
    expect(d.isLeaf(d.ask(0, [d.yes, d.yes, d.no]))).toBe(false);
  });

  it("equal questions are one node, and level and order of the branches tell them apart", () => {
    const d = createDiagrams();
    const { yes, no } = d;
    const node = d.ask(0, [yes, no]);
    expect(d.ask(0, [yes, no])).toBe(node);
    const others = [d.ask(1, [yes, no]), d.ask(0, [no, yes])];
    expect(new Set([node, ...others]).size).toBe(3);
    expect(d.size()).toBe(6);
    expect([d.levelOf(node), d.branchesOf(node)]).toEqual([0, [yes, no]]);
  });

  it("thousands of nodes stay one each", () => {
    const d = createDiagrams();
    const build = () =>
      Array.from({ length: 3_000 }, (_, number) => d.ask(number, [d.yes, d.no, d.leaf(number % 7)]));
    const first = build();
    const size = d.size();
    expect(new Set(first).size).toBe(3_000);
    expect(build()).toEqual(first);
    expect(d.size()).toBe(size);
  });

  it("thousands of questions about one variable stay one each, whichever branch differs", () => {
    const d = createDiagrams();
    const leaves = Array.from({ length: 60 }, (_, number) => d.leaf(number));
    const build = () => leaves.flatMap((one) => leaves.map((other) => d.ask(0, [one, other])));
    const first = build();
    expect(new Set(first).size).toBe(3_600);
    expect(build()).toEqual(first);
  });

  it("an inner node has no value of its own", () => {
    const d = createDiagrams();
    expect(() => d.valueOf(d.ask(0, [d.yes, d.no]))).toThrow("no leaf");
  });

  it("a store holds as many nodes as it was given and says so beyond", () => {
    const d = createDiagrams(4);
    d.ask(0, [d.yes, d.no]);
    expect(d.size()).toBe(4);
    expect(d.ask(0, [d.yes, d.no])).toBe(3);
    try {
      d.ask(1, [d.yes, d.no]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyNodes);
      expect((error as TooManyNodes).why).toEqual({ key: "why.nodes", params: { budget: 4 } });
      expect((error as TooManyNodes).name).toBe("Undecided");
      expect((error as TooManyNodes).message).toContain("why.nodes");
    }
  });
});

describe("functions of leaves", () => {
  it("map answers for each leaf, and under another name another function", () => {
    const d = createDiagrams();
    const node = d.ask(0, [d.leaf(1), asking(d, 1, [2, 3])]);
    const twice = d.map("twice", (value) => (value as number) * 2, node);
    const more = d.map("more", (value) => (value as number) + 1, node);
    expect([at(d, twice, [0]), at(d, twice, [1, 0]), at(d, twice, [1, 1])]).toEqual([2, 4, 6]);
    expect([at(d, more, [0]), at(d, more, [1, 0]), at(d, more, [1, 1])]).toEqual([2, 3, 4]);
  });

  it("map and combine ask their function once for each leaf they meet", () => {
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

  it("combine takes left and right apart, whatever variable each asks first", () => {
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

describe("sets", () => {
  /** Sets of two variables with two cells each, as the four truths of 00, 01, 10, 11. */
  const setOf = (d: Diagrams, bits: readonly boolean[]): Node => {
    const [a, b, c, e] = bits.map((bit) => (bit ? d.yes : d.no)) as [Node, Node, Node, Node];
    return d.ask(0, [d.ask(1, [a, b]), d.ask(1, [c, e])]);
  };
  const ALL = Array.from({ length: 16 }, (_, number) => [8, 4, 2, 1].map((bit) => (number & bit) > 0));
  const bitsOf = (d: Diagrams, node: Node) =>
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ].map((cells) => at(d, node, cells));

  it("both, either and without hold for every pair of the sets of two variables", () => {
    const d = createDiagrams();
    for (const left of ALL)
      for (const right of ALL) {
        const [a, b] = [setOf(d, left), setOf(d, right)];
        expect(d.both(a, b)).toBe(
          setOf(
            d,
            left.map((bit, n) => bit && right[n] === true),
          ),
        );
        expect(d.either(a, b)).toBe(
          setOf(
            d,
            left.map((bit, n) => bit || right[n] === true),
          ),
        );
        expect(d.without(a, b)).toBe(
          setOf(
            d,
            left.map((bit, n) => bit && right[n] !== true),
          ),
        );
      }
  });

  it("where names the assignments of each answer, unknown and words included", () => {
    const d = createDiagrams();
    const node = asking(d, 0, [T, U, "word", F, T]);
    expect(row(d, d.where(node, T), 0, 5)).toEqual([T, F, F, F, T]);
    expect(row(d, d.where(node, F), 0, 5)).toEqual([F, F, F, T, F]);
    expect(row(d, d.where(node, U), 0, 5)).toEqual([F, T, F, F, F]);
    expect(row(d, d.where(node, "word"), 0, 5)).toEqual([F, F, T, F, F]);
    expect(d.where(node, "another")).toBe(d.no);
  });

  it("forgetting a variable keeps whoever is in the set for some cell of it", () => {
    const d = createDiagrams();
    for (const bits of ALL) {
      const set = setOf(d, bits);
      const [a, b, c, e] = bits as [boolean, boolean, boolean, boolean];
      expect(bitsOf(d, d.forget(set, new Set([0])))).toEqual([a || c, b || e, a || c, b || e]);
      expect(bitsOf(d, d.forget(set, new Set([1])))).toEqual([a || b, a || b, c || e, c || e]);
      expect(d.forget(set, new Set([0, 1]))).toBe(bits.includes(true) ? d.yes : d.no);
      expect(d.forget(set, new Set())).toBe(set);
      expect(d.forget(set, new Set([2]))).toBe(set);
    }
  });

  it("fixing a variable leaves what the others say in that cell", () => {
    const d = createDiagrams();
    for (const bits of ALL) {
      const set = setOf(d, bits);
      const [a, b, c, e] = bits as [boolean, boolean, boolean, boolean];
      expect(bitsOf(d, d.fix(set, new Map([[0, 1]])))).toEqual([c, e, c, e]);
      expect(bitsOf(d, d.fix(set, new Map([[1, 0]])))).toEqual([a, a, c, c]);
      expect(
        d.fix(
          set,
          new Map([
            [0, 0],
            [1, 1],
          ]),
        ),
      ).toBe(b ? d.yes : d.no);
      expect(d.fix(set, new Map())).toBe(set);
      expect(d.fix(set, new Map([[7, 1]]))).toBe(set);
    }
  });

  it("onward takes whoever was in the set at this cell or an earlier one, and leaves cells beyond", () => {
    const d = createDiagrams();
    const line = asking(d, 1, [F, T, F, F]);
    expect(row(d, d.onward(line, 1, 4), 1, 4)).toEqual([F, T, T, T]);
    expect(row(d, d.onward(line, 1, 3), 1, 4)).toEqual([F, T, T, F]);
    expect(row(d, d.onward(line, 1, 2), 1, 4)).toEqual([F, T, F, F]);
    expect(d.onward(line, 0, 2)).toBe(line);
    expect(d.onward(line, 2, 2)).toBe(line);
    const apart = d.ask(0, [line, d.no, asking(d, 1, [T, F, F, F])]);
    const on = d.onward(apart, 1, 4);
    expect([0, 1, 2, 3].map((cell) => at(d, on, [0, cell]))).toEqual([F, T, T, T]);
    expect(at(d, on, [1, 0])).toBe(F);
    expect(at(d, on, [2, 3])).toBe(T);
  });

  it("support names the variables that an answer hangs on", () => {
    const d = createDiagrams();
    const node = d.ask(0, [d.ask(3, [d.yes, d.no]), d.ask(5, [d.no, d.yes])]);
    expect([...d.support(node)].sort()).toEqual([0, 3, 5]);
    expect([...d.support(node)].sort()).toEqual([0, 3, 5]);
    expect(d.support(d.yes).size).toBe(0);
  });

  it("leavesOf names each answer once", () => {
    const d = createDiagrams();
    const node = d.ask(0, [asking(d, 1, ["a", "b"]), asking(d, 1, ["b", U]), d.leaf("a")]);
    expect(d.leavesOf(node)).toHaveLength(3);
    expect(new Set(d.leavesOf(node))).toEqual(new Set(["a", "b", U]));
  });

  it("pick finds somebody of every set that is not empty, the first there is", () => {
    const d = createDiagrams();
    for (const bits of ALL) {
      if (!bits.includes(true)) continue;
      const set = setOf(d, bits);
      const picked = d.pick(set);
      expect(at(d, set, [picked.get(0) ?? 0, picked.get(1) ?? 0])).toBe(T);
    }
    expect(d.pick(asking(d, 4, [F, F, T, T]))).toEqual(new Map([[4, 2]]));
    expect(d.pick(d.yes)).toEqual(new Map());
    expect(() => d.pick(d.no)).toThrow("empty");
  });
});
