import { LEAF_LEVEL, type Leaf, type Node, type Nodes } from "./nodes.ts";
import { NOT_KNOWN, type PairMemo, pairMemo } from "./pair-memo.ts";

/** Operations that combine the leaves of diagrams into new diagrams. */
export type Combining = {
  /** Applies a function to a diagram's leaves. `name` is the cache key of the function. */
  readonly map: (name: string, run: (value: Leaf) => Leaf, node: Node) => Node;
  /**
   * Applies a function to the leaves of two diagrams. `early` returns the result if one of the two diagrams
   * already determines it, and `undefined` otherwise.
   */
  readonly combine: (
    name: string,
    run: (left: Leaf, right: Leaf) => Leaf,
    left: Node,
    right: Node,
    early?: (left: Node, right: Node) => Node | undefined,
  ) => Node;
  /**
   * Returns true if a relation holds between two diagrams for every assignment. For a pair of nodes, `early`
   * returns whether the relation holds, or `undefined` if the branches must be compared. For a pair of
   * leaves, `early` must decide. The search ends at the first pair for which the relation does not hold, and
   * builds no node.
   */
  readonly always: (
    name: string,
    early: (left: Node, right: Node) => boolean | undefined,
    left: Node,
    right: Node,
  ) => boolean;
  /**
   * Chooses between two diagrams by a third one, `when`. The result is `then` if `when` is true, `otherwise`
   * if `when` is false, and unknown if `when` is unknown.
   */
  readonly choose: (when: Node, then: Node, otherwise: Node) => Node;
};

const LARGEST_MEMO = 20_000;

/** Returns the operations that combine diagrams in a store of nodes. */
export function combiningOf({ leaf, isLeaf, ask, levels, branches, values }: Nodes): Combining {
  const memos = new Map<string, Map<number, Node>>();
  const [yes, no, unknown] = [leaf(true), leaf(false), leaf(undefined)];

  const memoOf = (name: string): Map<number, Node> => {
    let memo = memos.get(name);
    if (memo === undefined) {
      memo = new Map();
      memos.set(name, memo);
    }
    // Clear the cache: old combinations are rarely needed again, and large caches cost more than they save.
    if (memo.size > LARGEST_MEMO) memo.clear();
    return memo;
  };
  const map: Combining["map"] = (name, run, node) => {
    const memo = memoOf(name);
    const visit = (at: Node): Node => {
      const known = memo.get(at);
      if (known !== undefined) return known;
      const result = isLeaf(at)
        ? leaf(run(values[at]))
        : ask(levels[at] as number, (branches[at] as readonly Node[]).map(visit));
      memo.set(at, result);
      return result;
    };
    return visit(node);
  };
  const pairMemos = new Map<string, PairMemo>();
  const pairMemoOf = (name: string): PairMemo => {
    let memo = pairMemos.get(name);
    if (memo === undefined) {
      memo = pairMemo();
      pairMemos.set(name, memo);
    }
    if (memo.size() > LARGEST_MEMO) memo.clear();
    return memo;
  };
  const combine: Combining["combine"] = (name, run, left, right, early) => {
    const memo = pairMemoOf(name);
    const visit = (a: Node, b: Node): Node => {
      const decided = early?.(a, b);
      if (decided !== undefined) return decided;
      const known = memo.get(a, b);
      if (known !== NOT_KNOWN) return known;
      const levelA = levels[a] as number;
      const levelB = levels[b] as number;
      let result: Node;
      if (levelA === LEAF_LEVEL && levelB === LEAF_LEVEL) result = leaf(run(values[a], values[b]));
      else {
        const level = Math.min(levelA, levelB);
        const insideA = branches[a] as readonly Node[];
        const insideB = branches[b] as readonly Node[];
        const count = levelA === level ? insideA.length : insideB.length;
        const inside = new Array<Node>(count);
        for (let cell = 0; cell < count; cell += 1)
          inside[cell] = visit(
            levelA === level ? (insideA[cell] as Node) : a,
            levelB === level ? (insideB[cell] as Node) : b,
          );
        result = ask(level, inside);
      }
      memo.set(a, b, result);
      return result;
    };
    return visit(left, right);
  };
  const always: Combining["always"] = (name, early, left, right) => {
    // If the relation does not hold for a pair, the search ends. So the cache contains only pairs for which
    // it holds.
    const memo = pairMemoOf(name);
    const visit = (a: Node, b: Node): boolean => {
      const decided = early(a, b);
      if (decided !== undefined) return decided;
      if (memo.get(a, b) !== NOT_KNOWN) return true;
      const levelA = levels[a] as number;
      const levelB = levels[b] as number;
      const level = Math.min(levelA, levelB);
      if (level === LEAF_LEVEL) throw new Error(`always: ${name} leaves a pair of leaves open`);
      const insideA = branches[a] as readonly Node[];
      const insideB = branches[b] as readonly Node[];
      const count = levelA === level ? insideA.length : insideB.length;
      for (let cell = 0; cell < count; cell += 1) {
        const downA = levelA === level ? (insideA[cell] as Node) : a;
        const downB = levelB === level ? (insideB[cell] as Node) : b;
        if (!visit(downA, downB)) return false;
      }
      memo.set(a, b, yes);
      return true;
    };
    return visit(left, right);
  };
  const choose: Combining["choose"] = (when, then, otherwise) => {
    const memo = new Map<string, Node>();
    const visit = (w: Node, t: Node, o: Node): Node => {
      if (w === yes) return t;
      if (w === no) return o;
      if (w === unknown) return unknown;
      const key = `${w},${t},${o}`;
      const known = memo.get(key);
      if (known !== undefined) return known;
      const level = Math.min(levels[w] as number, levels[t] as number, levels[o] as number);
      if (level === LEAF_LEVEL)
        throw new Error("choose: a condition answers neither true, false nor unknown");
      const asking = [w, t, o].find((node) => levels[node] === level) as Node;
      const down = (node: Node, cell: number): Node =>
        levels[node] === level ? ((branches[node] as readonly Node[])[cell] as Node) : node;
      const result = ask(
        level,
        (branches[asking] as readonly Node[]).map((_, cell) =>
          visit(down(w, cell), down(t, cell), down(o, cell)),
        ),
      );
      memo.set(key, result);
      return result;
    };
    return visit(when, then, otherwise);
  };
  return { map, combine, always, choose };
}
