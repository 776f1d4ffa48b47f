import type { Json, JsonObject } from "../../values/json.ts";
import { type Cell, type Cube, type Node, personOf, type Space, type Variable } from "../model/index.ts";
import { type Member, memberOf, type OrdinaryValues } from "../witness/index.ts";
import { nodeOf, plainClasses } from "./plain-classes.ts";

/** People whose answer changes in one way. */
export type ChangedClass = {
  readonly from: Json;
  readonly to: Json;
  /** The people of this class, as cubes that do not overlap. */
  readonly cubes: readonly Cube[];
  /** True if there are more classes than are listed. */
  readonly more: boolean;
  /** One of these people, with everything else that they must have. */
  readonly witness: JsonObject;
  /**
   * The same person as cubes: `somebody` has the deciding places and otherwise ordinary values, `all` has
   * every compared place.
   */
  readonly somebody: Cube;
  readonly all: Cube;
};

/**
 * The people that a comparison covers: all possible ones, over the variables that are read (`null`: over
 * all).
 */
export type Among = {
  readonly possible: Node;
  readonly read: ReadonlySet<number> | null;
  /** The ordinary person. Examples of a class are as similar to them as possible. */
  readonly ordinary: OrdinaryValues | null;
};

/** Returns everyone whose answer differs between two diagrams, grouped by the change. */
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

/** Certain changes come first. */
function rank(leaf: readonly Json[]): number {
  return leaf.filter((answer) => typeof answer === "string" && answer.startsWith("unknown")).length;
}

/** Returns one person of a set: one value for each place that matters. */
function personIn({ diagrams, variables }: Space, people: Node): Member {
  const all = [...diagrams.pick(people)].map(([level, at]) => {
    const variable = variables[level] as Variable;
    const { value } = variable.cells[at] as Cell;
    return { variable, cells: [{ value, covers: (other: Json | undefined) => other === value }] };
  });
  return { all, decides: all };
}
