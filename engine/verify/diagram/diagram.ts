import type { Json } from "../../values/json.ts";
import { Undecided } from "./undecided.ts";

/** A node by its number; equal functions of the same variables have the same number. */
export type Node = number;

/** What a diagram answers at its leaves: a truth, a value, or `undefined` for unknown. */
export type Leaf = Json | undefined;

/** Thrown where a question needs more nodes than it was given; the answer is then `unknown`. */
export class TooManyNodes extends Undecided {
  constructor(budget: number) {
    super({ key: "why.nodes", params: { budget } });
  }
}

/**
 * Multi-valued decision diagrams with shared nodes. A node asks a variable (by its level; smaller levels are asked first)
 * and has one branch per cell. Built only through these functions, so that two diagrams are the same function exactly
 * where their numbers are equal.
 */
export type Diagrams = {
  readonly leaf: (value: Leaf) => Node;
  /** The leaf's value. Throws for an inner node. */
  readonly valueOf: (node: Node) => Leaf;
  readonly isLeaf: (node: Node) => boolean;
  readonly ask: (level: number, branches: readonly Node[]) => Node;
  readonly levelOf: (node: Node) => number;
  readonly branchesOf: (node: Node) => readonly Node[];
  /** A function of one diagram's leaves; `name` makes equal functions share their work. */
  readonly map: (name: string, run: (value: Leaf) => Leaf, node: Node) => Node;
  /** A function of two diagrams' leaves. `early` answers where one leaf decides alone; `undefined` where it does not. */
  readonly combine: (
    name: string,
    run: (left: Leaf, right: Leaf) => Leaf,
    left: Node,
    right: Node,
    early?: (left: Node, right: Node) => Node | undefined,
  ) => Node;
  /** `when` true: `then`; false: `otherwise`; unknown: unknown. */
  readonly choose: (when: Node, then: Node, otherwise: Node) => Node;
  /** Fixes variables to cells, by level. */
  readonly fix: (node: Node, cells: ReadonlyMap<number, number>) => Node;
  /** Sets of assignments are diagrams with the leaves true and false. */
  readonly yes: Node;
  readonly no: Node;
  readonly unknown: Node;
  readonly both: (left: Node, right: Node) => Node;
  readonly either: (left: Node, right: Node) => Node;
  readonly without: (left: Node, right: Node) => Node;
  /** Whether some cell of the variables makes the set true: forgets them. */
  readonly forget: (node: Node, levels: ReadonlySet<number>) => Node;
  /** For a variable whose later cells stand for later values: where some cell up to this one is in the set. */
  readonly onward: (node: Node, level: number, among: number) => Node;
  /** The assignments at which a diagram answers this. */
  readonly where: (node: Node, value: Leaf) => Node;
  /** Levels that a diagram asks. */
  readonly support: (node: Node) => ReadonlySet<number>;
  /** One assignment of a set that is not empty, cell by level; levels that do not matter are left out. */
  readonly pick: (node: Node) => ReadonlyMap<number, number>;
  /** The different leaves. */
  readonly leavesOf: (node: Node) => readonly Leaf[];
  readonly size: () => number;
};

const LEAF_LEVEL = Number.MAX_SAFE_INTEGER;
const SHIFT = 2 ** 24;
const LARGEST_MEMO = 20_000;

/** An empty store of diagrams that holds at most `budget` nodes. */
export function createDiagrams(budget = 1_000_000): Diagrams {
  const levels: number[] = [];
  const branches: (readonly Node[])[] = [];
  const values: Leaf[] = [];
  const leaves = new Map<string, Node>();
  // Hash chains over numbers: texts as keys would cost more than everything else together.
  let buckets = new Int32Array(1 << 10).fill(-1);
  const chained: number[] = [];
  const hashes: number[] = [];
  const memos = new Map<string, Map<number, Node>>();

  const add = (level: number, inside: readonly Node[], value: Leaf): Node => {
    if (levels.length >= Math.min(budget, SHIFT)) throw new TooManyNodes(budget);
    levels.push(level);
    branches.push(inside);
    values.push(value);
    chained.push(-1);
    hashes.push(0);
    return levels.length - 1;
  };
  const leaf = (value: Leaf): Node => {
    const key = value === undefined ? "" : typeof value === "string" ? `"${value}` : JSON.stringify(value);
    const known = leaves.get(key);
    if (known !== undefined) return known;
    const node = add(LEAF_LEVEL, [], value);
    leaves.set(key, node);
    return node;
  };
  const no = leaf(false);
  const yes = leaf(true);
  const unknown = leaf(undefined);
  const isLeaf = (node: Node): boolean => levels[node] === LEAF_LEVEL;

  const ask = (level: number, inside: readonly Node[]): Node => {
    const first = inside[0] as Node;
    if (inside.every((one) => one === first)) return first;
    let hash = level;
    for (const one of inside) hash = Math.imul(hash ^ one, 0x9e3779b1) ^ (hash >>> 15);
    hash >>>= 0;
    for (let at = buckets[hash & (buckets.length - 1)] as number; at >= 0; at = chained[at] as number)
      if (hashes[at] === hash && levels[at] === level && sameNodes(branches[at] as readonly Node[], inside))
        return at;
    const node = add(level, inside, undefined);
    hashes[node] = hash;
    if (node > buckets.length) grow();
    else link(node);
    return node;
  };
  const link = (node: Node): void => {
    const bucket = (hashes[node] as number) & (buckets.length - 1);
    chained[node] = buckets[bucket] as number;
    buckets[bucket] = node;
  };
  const grow = (): void => {
    buckets = new Int32Array(buckets.length * 4).fill(-1);
    for (let node = 0; node < levels.length; node += 1) if (!isLeaf(node)) link(node);
  };
  const memoOf = (name: string): Map<number, Node> => {
    let memo = memos.get(name);
    if (memo === undefined) {
      memo = new Map();
      memos.set(name, memo);
    }
    // What was combined long ago is seldom asked again, and large tables cost more than they save.
    if (memo.size > LARGEST_MEMO) memo.clear();
    return memo;
  };
  const map = (name: string, run: (value: Leaf) => Leaf, node: Node): Node => {
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
  const combine: Diagrams["combine"] = (name, run, left, right, early) => {
    const memo = memoOf(name);
    const visit = (a: Node, b: Node): Node => {
      const decided = early?.(a, b);
      if (decided !== undefined) return decided;
      const key = a * SHIFT + b;
      const known = memo.get(key);
      if (known !== undefined) return known;
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
      memo.set(key, result);
      return result;
    };
    return visit(left, right);
  };

  const both = (left: Node, right: Node): Node =>
    combine(
      "both",
      (a, b) => a === true && b === true,
      left,
      right,
      (a, b) => (a === no || b === no ? no : a === yes ? b : b === yes || a === b ? a : undefined),
    );
  const either = (left: Node, right: Node): Node =>
    combine(
      "either",
      (a, b) => a === true || b === true,
      left,
      right,
      (a, b) => (a === yes || b === yes ? yes : a === no ? b : b === no || a === b ? a : undefined),
    );
  const without = (left: Node, right: Node): Node =>
    combine(
      "without",
      (a, b) => a === true && b !== true,
      left,
      right,
      (a, b) => (a === no || b === yes || a === b ? no : b === no ? a : undefined),
    );
  const where = (node: Node, value: Leaf): Node => {
    const wanted = leaf(value);
    return map(`where ${wanted}`, (one) => leaf(one) === wanted, node);
  };
  const choose = (when: Node, then: Node, otherwise: Node): Node => {
    // Two passes over leaves that cannot be mistaken for values: which branch, then its answer.
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
      const one = [w, t, o].find((node) => levels[node] === level) as Node;
      const down = (node: Node, cell: number): Node =>
        levels[node] === level ? ((branches[node] as readonly Node[])[cell] as Node) : node;
      const result = ask(
        level,
        (branches[one] as readonly Node[]).map((_, cell) =>
          visit(down(w, cell), down(t, cell), down(o, cell)),
        ),
      );
      memo.set(key, result);
      return result;
    };
    return visit(when, then, otherwise);
  };
  const fix = (node: Node, cells: ReadonlyMap<number, number>): Node => {
    if (cells.size === 0) return node;
    const memo = new Map<Node, Node>();
    const visit = (at: Node): Node => {
      if (isLeaf(at)) return at;
      const known = memo.get(at);
      if (known !== undefined) return known;
      const level = levels[at] as number;
      const cell = cells.get(level);
      const inside = branches[at] as readonly Node[];
      const result = cell === undefined ? ask(level, inside.map(visit)) : visit(inside[cell] as Node);
      memo.set(at, result);
      return result;
    };
    return visit(node);
  };
  const forget = (node: Node, forgotten: ReadonlySet<number>): Node => {
    if (forgotten.size === 0) return node;
    const memo = new Map<Node, Node>();
    const visit = (at: Node): Node => {
      if (isLeaf(at)) return at;
      const known = memo.get(at);
      if (known !== undefined) return known;
      const level = levels[at] as number;
      const inside = branches[at] as readonly Node[];
      let result: Node;
      if (forgotten.has(level)) {
        result = no;
        for (const one of inside) {
          result = either(result, visit(one));
          if (result === yes) break;
        }
      } else result = ask(level, inside.map(visit));
      memo.set(at, result);
      return result;
    };
    return visit(node);
  };
  const onward = (node: Node, level: number, among: number): Node => {
    const memo = new Map<Node, Node>();
    const visit = (at: Node): Node => {
      if ((levels[at] as number) > level) return at;
      const known = memo.get(at);
      if (known !== undefined) return known;
      const inside = branches[at] as readonly Node[];
      let result: Node;
      if (levels[at] === level) {
        let sofar = no;
        result = ask(
          level,
          inside.map((one, cell) => {
            if (cell >= among) return one;
            sofar = either(sofar, one);
            return sofar;
          }),
        );
      } else result = ask(levels[at] as number, inside.map(visit));
      memo.set(at, result);
      return result;
    };
    return visit(node);
  };
  const supports = new Map<Node, ReadonlySet<number>>();
  const support = (node: Node): ReadonlySet<number> => {
    const known = supports.get(node);
    if (known !== undefined) return known;
    const found = new Set<number>();
    const seen = new Set<Node>();
    const open = [node];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at) || isLeaf(at)) continue;
      seen.add(at);
      found.add(levels[at] as number);
      open.push(...(branches[at] as readonly Node[]));
    }
    supports.set(node, found);
    return found;
  };
  const pick = (node: Node): ReadonlyMap<number, number> => {
    const cells = new Map<number, number>();
    let at = node;
    while (!isLeaf(at)) {
      const inside = branches[at] as readonly Node[];
      const cell = inside.findIndex((one) => one !== no);
      cells.set(levels[at] as number, cell);
      at = inside[cell] as Node;
    }
    if (at === no) throw new Error("pick: the set is empty");
    return cells;
  };
  const leavesOf = (node: Node): readonly Leaf[] => {
    const found: Leaf[] = [];
    const seen = new Set<Node>();
    const open = [node];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (isLeaf(at)) found.push(values[at]);
      else open.push(...(branches[at] as readonly Node[]));
    }
    return found;
  };

  return {
    leaf,
    valueOf: (node) => {
      if (!isLeaf(node)) throw new Error(`valueOf: node ${node} is no leaf`);
      return values[node];
    },
    isLeaf,
    ask,
    levelOf: (node) => levels[node] as number,
    branchesOf: (node) => branches[node] as readonly Node[],
    map,
    combine,
    choose,
    fix,
    yes,
    no,
    unknown,
    both,
    either,
    without,
    forget,
    onward,
    where,
    support,
    pick,
    leavesOf,
    size: () => levels.length,
  };
}

function sameNodes(left: readonly Node[], right: readonly Node[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
