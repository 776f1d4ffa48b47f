import type { Json, JsonObject } from "../../values/json.ts";
import { type Cell, type Cube, type Node, personOf, type Space, type Variable } from "../model/index.ts";
import { type Member, memberOf, type OrdinaryValues } from "../witness/index.ts";
import { nodeOf, plainClasses } from "./plain-classes.ts";

/** The people for whom a result changes in the same way. */
export type ChangedClass = {
  readonly from: Json;
  readonly to: Json;
  /** The people of this class, as cubes (combinations of values) that do not overlap. */
  readonly cubes: readonly Cube[];
  /** Whether there are more classes than are listed. */
  readonly more: boolean;
  /** One of these people, including all other values that such a person must have. */
  readonly witness: JsonObject;
  /**
   * The same person as two cubes. In `somebody`, values that do not decide are replaced by ordinary ones.
   * `all` contains every compared data path.
   */
  readonly somebody: Cube;
  readonly all: Cube;
};

/**
 * The people whom a comparison covers. `possible`: everyone who can exist. `read`: the variables that are
 * compared; `null` for all variables.
 */
export type Among = {
  readonly possible: Node;
  readonly read: ReadonlySet<number> | null;
  /** The ordinary person. The example of a class is chosen to be as similar to this person as possible. */
  readonly ordinary: OrdinaryValues | null;
};

/** Returns everyone whose result differs between two diagrams, grouped by the change. */
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
      const unread = [...diagrams.support(people)].filter((level) => among.read?.has(level) === false);
      const { possible } = among;
      const { cubes, more } = plainClasses(space, people, { possible, forgotten: new Set(unread) });
      const [first = []] = cubes;
      const member =
        among.ordinary === null
          ? personIn(space, diagrams.both(people, nodeOf(space, first)))
          : memberOf(space, people, among.ordinary);
      const readOf = (cube: Cube) =>
        cube.filter(({ variable }) => among.read?.has(space.levelOf(variable.path) as number) !== false);
      const [somebody, all] = [readOf(member.decides), readOf(member.all)];
      const witness = personOf(member.all);
      return [{ from: leaf[0] as Json, to: leaf[1] as Json, cubes, more, witness, somebody, all }];
    });
}

/** Returns the sort order of a change. Changes with a known result before and after come first. */
function rank(leaf: readonly Json[]): number {
  return leaf.filter((answer) => typeof answer === "string" && answer.startsWith("unknown")).length;
}

/** Returns one person of a set, with one value for each data path that matters. */
function personIn({ diagrams, variables }: Space, people: Node): Member {
  const all = [...diagrams.pick(people)].map(([level, at]) => {
    const variable = variables[level] as Variable;
    const { value } = variable.cells[at] as Cell;
    return { variable, cells: [{ value, covers: (other: Json | undefined) => other === value }] };
  });
  return { all, decides: all };
}
