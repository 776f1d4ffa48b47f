import type { Node, Space, Variable } from "../model/index.ts";
import { cellOfValue } from "./cell-of-value.ts";
import type { OrdinaryValues } from "./ordinary.ts";

/**
 * Returns a function that selects a member of a set. The selected member has as many values of the ordinary
 * person as possible.
 */
export function likeOrdinary(
  space: Space,
  ordinary: OrdinaryValues,
): (set: Node) => ReadonlyMap<number, number> {
  const { diagrams, variables } = space;
  const likes = variables.map((_, level) => ordinaryCell(space, level, ordinary));
  return (set) => {
    const cells = new Map<number, number>();
    let rest = set;
    for (const level of [...diagrams.support(set)].sort((left, right) => left - right)) {
      const like = likes[level] as number;
      if (like < 0) continue;
      const narrower = diagrams.fix(rest, new Map([[level, like]]));
      if (narrower === diagrams.no) continue;
      cells.set(level, like);
      rest = narrower;
    }
    return new Map([...cells, ...diagrams.pick(rest)]);
  };
}

/**
 * Returns the index of the cell that contains the ordinary person's value at a data path, or −1 if the person
 * has no value.
 */
export function ordinaryCell(space: Space, level: number, ordinary: OrdinaryValues): number {
  const { path } = space.variables[level] as Variable;
  return ordinary.at(path) === null ? -1 : cellOfValue(space, level, (one) => ordinary.at(one)?.value);
}
