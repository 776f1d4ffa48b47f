import { levelsBelow, type Node, type Variable } from "../model/index.ts";
import type { FlowSpace } from "./flow-space.ts";
import type { Cells } from "./levels.ts";
import { answersOf } from "./suppliers.ts";

/**
 * Adds the values that assumptions about facts require to the cells of one period between two receipts. A
 * person's way contains cells only for data paths that are read. The rest of a fact must be consistent with
 * these cells, because otherwise the fact's provider could never return the fact.
 */
export function withKnownFacts(flow: FlowSpace, cells: Cells, pick: (set: Node) => Cells): Cells {
  const { space, assumptions } = flow;
  const { diagrams } = space;
  const known = new Map(cells);
  for (const fact of new Set(assumptions.map((assumed) => assumed.fact))) {
    if (isAbsent(flow, fact, cells)) continue;
    const below = levelsBelow(space, `facts.${fact}`);
    const decided = new Map([...cells].filter(([level]) => below.has(level)));
    const rest = diagrams.fix(answersOf(flow, fact), decided);
    if (rest === diagrams.no) continue;
    for (const [level, cell] of pick(rest)) known.set(level, cell);
  }
  return known;
}

function isAbsent({ space }: FlowSpace, fact: string, cells: Cells): boolean {
  return [...cells].some(([level, cell]) => {
    const { path, cells: all } = space.variables[level] as Variable;
    return path === `facts.${fact}` && all[cell]?.value === undefined;
  });
}
