import type { Cell, Cube, Node, Space, Variable } from "../model/index.ts";
import { likeOrdinary, ordinaryCell } from "./like-ordinary.ts";
import type { OrdinaryValues } from "./ordinary.ts";
import { shortened, type Trait } from "./shorten.ts";
import { withPartners } from "./with-partners.ts";

/** A person of a set: all necessary values, and the values that decide. */
export type Member = { readonly all: Cube; readonly decides: Cube };

/**
 * Returns a person of a non-empty set, as ordinary as possible. If no ordinary person is defined, returns any
 * member of the set, and all of its values count as deciding.
 */
export function memberOf(space: Space, set: Node, ordinary: OrdinaryValues | null): Member {
  const { diagrams, variables } = space;
  const cubeOf = (cells: ReadonlyMap<number, number>): Cube =>
    [...cells].map(([level, at]) => {
      const variable = variables[level] as Variable;
      return { variable, cells: [variable.cells[at] as Cell] };
    });
  if (ordinary === null) {
    const all = cubeOf(diagrams.pick(set));
    return { all, decides: all };
  }
  const cells = likeOrdinary(space, ordinary)(set);
  const isIn = (one: ReadonlyMap<number, number>): boolean => diagrams.fix(set, one) !== diagrams.no;
  const traits = [...cells.keys()].map((level): Trait<ReadonlyMap<number, number>> => {
    const { path, cells: all } = variables[level] as Variable;
    const usual = ordinaryCell(space, level, ordinary);
    const put = (one: ReadonlyMap<number, number>, cell: number) => new Map([...one, [level, cell]]);
    return {
      path,
      usual: (one) => (usual < 0 || one.get(level) === usual ? null : put(one, usual)),
      others: (one) =>
        usual < 0
          ? [...all.keys()].filter((cell) => cell !== one.get(level)).map((cell) => put(one, cell))
          : [],
    };
  });
  const { one, decide } = shortened(cells, { traits }, isIn);
  const cube = cubeOf(new Map([...one].sort(([left], [right]) => left - right)));
  return { all: cube, decides: withPartners(cube, decide, ordinary) };
}
