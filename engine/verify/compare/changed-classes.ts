import type { Json, JsonObject } from "../../values/json.ts";
import type { Cell } from "../cells/cell.ts";
import type { Variable } from "../cells/variables.ts";
import { type Cube, cubesOf, personOf } from "../diagram/cubes.ts";
import type { Node } from "../diagram/diagram.ts";
import type { Space } from "../diagram/space.ts";

/** People for whom an answer changes in one way. */
export type ChangedClass = {
  readonly from: Json;
  readonly to: Json;
  readonly cubes: readonly Cube[];
  /** Whether there are more classes than are listed. */
  readonly more: boolean;
  /** One of them. */
  readonly witness: JsonObject;
};

/** Whom a comparison is about: everybody who can be, by the variables that what is compared reads (`null`: all there are). */
export type Among = { readonly possible: Node; readonly read: ReadonlySet<number> | null };

/** Who gets another answer from the second diagram than from the first, by how it changes. */
export function changedClasses(space: Space, left: Node, right: Node, among: Among): readonly ChangedClass[] {
  const { diagrams } = space;
  const changes = diagrams.combine(
    "changes",
    (a, b) => (a === b ? null : [a ?? "unknown", b ?? "unknown"]),
    left,
    right,
  );
  return diagrams
    .leavesOf(changes)
    .filter((leaf): leaf is readonly Json[] => Array.isArray(leaf))
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((leaf) => {
      const people = diagrams.both(diagrams.where(changes, leaf), among.possible);
      if (people === diagrams.no) return [];
      const { read } = among;
      const unread = read === null ? [] : [...diagrams.support(people)].filter((level) => !read.has(level));
      const { cubes, more } = cubesOf(space, diagrams.forget(people, new Set(unread)));
      const [first = []] = cubes;
      const witness = somebodyOf(space, people, first);
      return [{ from: leaf[0] as Json, to: leaf[1] as Json, cubes, more, witness }];
    });
}

/** Certain changes first. */
function rank(leaf: readonly Json[]): number {
  return leaf.filter((answer) => typeof answer === "string" && answer.startsWith("unknown")).length;
}

/** One person of a class, with whatever she must have besides. */
function somebodyOf(space: Space, people: Node, cube: Cube): JsonObject {
  const { diagrams, variables } = space;
  const hers = cube.map(({ variable, cells }) => ({
    variable,
    cell: cells.find(({ value }) => value !== undefined) ?? (cells[0] as Cell),
  }));
  const chosen = new Map(
    hers.map(({ variable, cell }) => [space.levelOf(variable.path) as number, variable.cells.indexOf(cell)]),
  );
  const besides = [...diagrams.pick(diagrams.fix(people, chosen))].map(([level, at]) => {
    const variable = variables[level] as Variable;
    return { variable, cells: [variable.cells[at] as Cell] };
  });
  return personOf([...hers.map(({ variable, cell }) => ({ variable, cells: [cell] })), ...besides]);
}
