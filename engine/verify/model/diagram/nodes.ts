import type { Json } from "../../../values/json.ts";
import { Undecided } from "./undecided.ts";

/** The number of a node. Equal functions of the same variables have the same number. */
export type Node = number;

/** The value of a leaf: a truth value, another value, or `undefined` for unknown. */
export type Leaf = Json | undefined;

/** Thrown if a question needs more nodes than its budget allows. The answer is then `unknown`. */
export class TooManyNodes extends Undecided {
  constructor(budget: number) {
    super({ key: "why.nodes", params: { budget } });
  }
}

/**
 * A store of distinct leaves and inner nodes. The lists `levels`, `branches` and `values` contain the parts
 * of each node, by node number.
 */
export type Nodes = {
  readonly leaf: (value: Leaf) => Node;
  readonly isLeaf: (node: Node) => boolean;
  /**
   * Returns the node that tests the variable of a level. If all branches are equal, returns the branch
   * instead.
   */
  readonly ask: (level: number, branches: readonly Node[]) => Node;
  /** Level of each node. The level of a leaf is `LEAF_LEVEL`. */
  readonly levels: readonly number[];
  readonly branches: readonly (readonly Node[])[];
  readonly values: readonly Leaf[];
};

/** Level of leaves, below the level of every variable. */
export const LEAF_LEVEL = Number.MAX_SAFE_INTEGER;

/** Creates an empty store with at most `budget` nodes. */
export function createNodes(budget: number): Nodes {
  const levels: number[] = [];
  const branches: (readonly Node[])[] = [];
  const values: Leaf[] = [];
  const leaves = new Map<string | undefined, Node>();
  // A hash table in which numbers link the nodes with the same hash. Keys as texts would cost more time than
  // all other work of the store. The number 0 marks the end of a chain, because node 0 is a leaf and the
  // table contains no leaves.
  let buckets = new Int32Array(1 << 10);
  const chained: Node[] = [];

  const add = (level: number, inside: readonly Node[], value: Leaf): Node => {
    if (levels.length >= budget) throw new TooManyNodes(budget);
    levels.push(level);
    branches.push(inside);
    values.push(value);
    return levels.length - 1;
  };
  const leaf = (value: Leaf): Node => {
    const key: string | undefined = JSON.stringify(value);
    const known = leaves.get(key);
    if (known !== undefined) return known;
    const node = add(LEAF_LEVEL, [], value);
    leaves.set(key, node);
    return node;
  };

  const ask = (level: number, inside: readonly Node[]): Node => {
    const first = inside[0] as Node;
    if (inside.every((one) => one === first)) return first;
    for (let at = buckets[bucketOf(level, inside)] as Node; at !== 0; at = chained[at] as Node)
      if (levels[at] === level && sameNodes(branches[at] as readonly Node[], inside)) return at;
    const node = add(level, inside, undefined);
    if (node > buckets.length) grow();
    else link(node);
    return node;
  };
  const bucketOf = (level: number, inside: readonly Node[]): number => {
    let hash = level;
    for (const one of inside) hash = Math.imul(hash ^ one, 0x9e3779b1) ^ (hash >>> 15);
    return hash & (buckets.length - 1);
  };
  const link = (node: Node): void => {
    const bucket = bucketOf(levels[node] as number, branches[node] as readonly Node[]);
    chained[node] = buckets[bucket] as Node;
    buckets[bucket] = node;
  };
  const grow = (): void => {
    buckets = new Int32Array(buckets.length * 4);
    for (let node = 0; node < levels.length; node += 1) link(node);
  };

  return { leaf, isLeaf: (node) => levels[node] === LEAF_LEVEL, ask, levels, branches, values };
}

/**
 * Returns true if two lists of branches are equal. Both lists have the same length, because they belong to
 * the same level.
 */
function sameNodes(left: readonly Node[], right: readonly Node[]): boolean {
  return left.every((one, at) => one === right[at]);
}
