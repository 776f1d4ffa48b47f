import type { Diagrams, Leaf, Node } from "../../../../../engine/verify/model/diagram/diagram.ts";

export const T = true;
export const F = false;
export const U = undefined;
export const TRUTHS = [T, F, U] as const;

/** Returns the result of a diagram if each variable has the cell that `cells` gives for its level. */
export function at(d: Diagrams, node: Node, cells: readonly number[]): Leaf {
  let now = node;
  while (!d.isLeaf(now)) now = d.branchesOf(now)[cells[d.levelOf(now)] as number] as Node;
  return d.valueOf(now);
}

/** Returns a diagram that tests one variable and has these leaves. */
export function asking(d: Diagrams, level: number, leaves: readonly Leaf[]): Node {
  return d.ask(
    level,
    leaves.map((leaf) => d.leaf(leaf)),
  );
}

export const row = (d: Diagrams, node: Node, level: number, count: number): readonly Leaf[] =>
  Array.from({ length: count }, (_, cell) => at(d, node, new Array(level + 1).fill(cell)));
