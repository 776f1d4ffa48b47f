import type { Json } from "../../../../../engine/values/json.ts";
import type { Cube } from "../../../../../engine/verify/model/diagram/cubes.ts";
import type { Node } from "../../../../../engine/verify/model/diagram/diagram.ts";
import { createDiagrams } from "../../../../../engine/verify/model/diagram/diagram.ts";
import type { Space } from "../../../../../engine/verify/model/diagram/space.ts";
import type { Cell } from "../../../../../engine/verify/model/partition/cell.ts";
import type { Variable } from "../../../../../engine/verify/model/partition/variables.ts";

export const cell = (value: Json | undefined): Cell => ({ value, covers: (other) => other === value });

export function variable(path: string, values: readonly (Json | undefined)[]): Variable {
  return {
    path,
    type: { kind: "string" },
    schema: {},
    cells: values.map(cell),
    exact: true,
    presence: false,
  };
}

/** Returns a space with these variables and without expressions. */
export function spaceOf(variables: readonly Variable[]): Space {
  const levels = new Map(variables.map(({ path }, level) => [path, level]));
  const none = (): never => {
    throw new Error("no expressions here");
  };
  return {
    diagrams: createDiagrams(),
    variables,
    levelOf: (path) => levels.get(path),
    diagramOf: none,
    levelsRead: none,
    ruleOf: none,
    sampled: none,
  };
}

export const everybody = (space: Space): readonly (readonly number[])[] =>
  space.variables.reduce<readonly (readonly number[])[]>(
    (all, { cells }) => all.flatMap((one) => cells.map((_, index) => [...one, index])),
    [[]],
  );

export function has(space: Space, set: Node, cells: readonly number[]): boolean {
  const { diagrams } = space;
  let at = set;
  while (!diagrams.isLeaf(at)) at = diagrams.branchesOf(at)[cells[diagrams.levelOf(at)] as number] as Node;
  return at === diagrams.yes;
}

/** Returns the users in a set, each as joined values, with "-" for a missing value. */
export const peopleOf = (space: Space, set: Node): readonly string[] =>
  everybody(space)
    .filter((cells) => has(space, set, cells))
    .map((cells) =>
      cells.map((at, level) => String(space.variables[level]?.cells[at]?.value ?? "-")).join(" "),
    );

export const lies = (space: Space, cube: Cube, cells: readonly number[]): boolean =>
  cube.every(({ variable: of, cells: inside }) =>
    inside.includes(of.cells[cells[space.levelOf(of.path) as number] as number] as Cell),
  );

export const THREE = [
  variable("a.x", ["p", "q", undefined]),
  variable("a.y", [1, 2, 3]),
  variable("b", [true, undefined]),
];
