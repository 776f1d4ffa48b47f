import { type Combining, combiningOf } from "./combining.ts";
import { createNodes, type Leaf, type Node } from "./nodes.ts";

export type { Leaf, Node } from "./nodes.ts";

/**
 * Multi-valued decision diagrams with shared nodes. A node tests a variable (by its level; smaller levels
 * come first) and has one branch per cell. Only these functions build nodes, so two diagrams are the same
 * function exactly if their numbers are equal.
 */
export type Diagrams = Combining & {
  readonly leaf: (value: Leaf) => Node;
  /**
   * Returns the value of a leaf.
   * @throws for an inner node.
   */
  readonly valueOf: (node: Node) => Leaf;
  readonly isLeaf: (node: Node) => boolean;
  readonly ask: (level: number, branches: readonly Node[]) => Node;
  readonly levelOf: (node: Node) => number;
  readonly branchesOf: (node: Node) => readonly Node[];
  /** Returns a diagram in which some variables are fixed to cells, by level. */
  readonly fix: (node: Node, cells: ReadonlyMap<number, number>) => Node;
  /** The set of all assignments. A set of assignments is a diagram with the leaves true and false. */
  readonly yes: Node;
  readonly no: Node;
  readonly unknown: Node;
  readonly both: (left: Node, right: Node) => Node;
  readonly either: (left: Node, right: Node) => Node;
  readonly without: (left: Node, right: Node) => Node;
  /**
   * Returns true if two sets have a common element. Same result as `both(left, right) !== no`, but faster.
   */
  readonly meet: (left: Node, right: Node) => boolean;
  /**
   * Returns true if every element of `left` is in `right`. Same result as `without(left, right) === no`, but
   * faster.
   */
  readonly isWithin: (left: Node, right: Node) => boolean;
  /**
   * Removes variables from a set. The result contains everyone whose other values occur in the set together
   * with at least one value of these variables.
   */
  readonly forget: (node: Node, levels: ReadonlySet<number>) => Node;
  /**
   * Returns a set after time has passed, for a variable whose value only increases, such as an age. The
   * result contains everyone who had the same cell or an earlier one in the old set.
   */
  readonly onward: (node: Node, level: number, among: number) => Node;
  /** Returns the set of assignments for which a diagram has this result. */
  readonly where: (node: Node, value: Leaf) => Node;
  /** Returns the levels that a diagram tests. */
  readonly support: (node: Node) => ReadonlySet<number>;
  /** Returns one assignment of a non-empty set, as a cell for each level. Omits levels that do not matter. */
  readonly pick: (node: Node) => ReadonlyMap<number, number>;
  readonly leavesOf: (node: Node) => readonly Leaf[];
  readonly size: () => number;
};

/** Creates an empty store of diagrams with at most `budget` nodes. */
export function createDiagrams(budget = 1_000_000): Diagrams {
  const nodes = createNodes(budget);
  const { leaf, isLeaf, ask, levels, branches, values } = nodes;
  const [yes, no, unknown] = [leaf(true), leaf(false), leaf(undefined)];
  const combining = combiningOf(nodes);
  const { map, combine, always } = combining;

  const both = (left: Node, right: Node): Node =>
    combine("both", ofNoSet, left, right, (a, b) =>
      a === no || b === no ? no : a === yes ? b : b === yes || a === b ? a : undefined,
    );
  const either = (left: Node, right: Node): Node =>
    combine("either", ofNoSet, left, right, (a, b) =>
      a === yes || b === yes ? yes : a === no ? b : b === no || a === b ? a : undefined,
    );
  const without = (left: Node, right: Node): Node =>
    combine("without", ofNoSet, left, right, (a, b) =>
      a === no || b === yes || a === b ? no : b === no ? a : undefined,
    );
  // Every set other than `no` has an element. So each of these sets meets the set of everyone (`yes`), and it
  // meets itself.
  const meet = (left: Node, right: Node): boolean =>
    !always(
      "apart",
      (a, b) => (a === no || b === no ? true : a === yes || b === yes || a === b ? false : undefined),
      left,
      right,
    );
  const isWithin = (left: Node, right: Node): boolean =>
    always(
      "within",
      (a, b) => (a === no || b === yes || a === b ? true : a === yes || b === no ? false : undefined),
      left,
      right,
    );
  const where = (node: Node, value: Leaf): Node => {
    const wanted = leaf(value);
    return map(`where ${wanted}`, (one) => leaf(one) === wanted, node);
  };

  /**
   * Rebuilds the inner nodes of a diagram down to a level. Deeper nodes are unchanged. Visits each node once.
   */
  const rebuilt = (
    node: Node,
    deepest: number,
    step: (level: number, inside: readonly Node[], visit: (node: Node) => Node) => Node,
  ): Node => {
    const memo = new Map<Node, Node>();
    const visit = (at: Node): Node => {
      if ((levels[at] as number) > deepest) return at;
      const known = memo.get(at);
      if (known !== undefined) return known;
      const result = step(levels[at] as number, branches[at] as readonly Node[], visit);
      memo.set(at, result);
      return result;
    };
    return visit(node);
  };
  const fix = (node: Node, cells: ReadonlyMap<number, number>): Node => {
    if (cells.size === 0) return node;
    return rebuilt(node, deepestOf(cells.keys()), (level, inside, visit) => {
      const cell = cells.get(level);
      return cell === undefined ? ask(level, inside.map(visit)) : visit(inside[cell] as Node);
    });
  };
  const forget = (node: Node, forgotten: ReadonlySet<number>): Node => {
    if (forgotten.size === 0) return node;
    return rebuilt(node, deepestOf(forgotten), (level, inside, visit) =>
      forgotten.has(level) ? inside.map(visit).reduce(either) : ask(level, inside.map(visit)),
    );
  };
  const onward = (node: Node, asked: number, among: number): Node =>
    rebuilt(node, asked, (level, inside, visit) => {
      if (level !== asked) return ask(level, inside.map(visit));
      let sofar = no;
      return ask(
        level,
        inside.map((one, cell) => {
          if (cell >= among) return one;
          sofar = either(sofar, one);
          return sofar;
        }),
      );
    });

  /** Returns every node of a diagram once. */
  const eachOf = (node: Node): ReadonlySet<Node> => {
    const found = new Set([node]);
    for (const at of found) for (const inner of branches[at] as readonly Node[]) found.add(inner);
    return found;
  };
  const support = (node: Node): ReadonlySet<number> => {
    const found = new Set<number>();
    for (const at of eachOf(node)) if (!isLeaf(at)) found.add(levels[at] as number);
    return found;
  };
  const leavesOf = (node: Node): readonly Leaf[] => [...eachOf(node)].filter(isLeaf).map((at) => values[at]);
  const pick = (node: Node): ReadonlyMap<number, number> => {
    if (node === no) throw new Error("pick: the set is empty");
    const cells = new Map<number, number>();
    for (let at = node; !isLeaf(at); ) {
      const inside = branches[at] as readonly Node[];
      const cell = inside.findIndex((one) => one !== no);
      cells.set(levels[at] as number, cell);
      at = inside[cell] as Node;
    }
    return cells;
  };

  return {
    ...combining,
    leaf,
    valueOf: (node) => {
      if (!isLeaf(node)) throw new Error(`valueOf: node ${node} is not a leaf`);
      return values[node];
    },
    isLeaf,
    ask,
    levelOf: (node) => levels[node] as number,
    branchesOf: (node) => branches[node] as readonly Node[],
    fix,
    yes,
    no,
    unknown,
    both,
    either,
    without,
    meet,
    isWithin,
    forget,
    onward,
    where,
    support,
    pick,
    leavesOf,
    size: () => levels.length,
  };
}

function deepestOf(levels: Iterable<number>): number {
  let deepest = -1;
  for (const level of levels) if (level > deepest) deepest = level;
  return deepest;
}

function ofNoSet(): never {
  throw new Error("diagrams: a set answers true or false");
}
