import type { Path } from "../../../rules/rule.ts";
import type { Variable } from "../partition/variables.ts";
import type { Node } from "./diagram.ts";
import type { Space } from "./space.ts";

/** Returns the set of everyone who is not in a set. */
export function complement({ diagrams }: Space, set: Node): Node {
  return diagrams.without(diagrams.yes, set);
}

/** Returns the set of everyone who has no value for any of these variables. */
export function allMissing(space: Space, levels: ReadonlySet<number>): Node {
  const { diagrams } = space;
  let set = diagrams.yes;
  for (const level of [...levels].sort((left, right) => right - left)) {
    const { cells } = space.variables[level] as Variable;
    set = diagrams.ask(
      level,
      cells.map(({ value }) => (value === undefined ? set : diagrams.no)),
    );
  }
  return set;
}

/** Returns the set of everyone who has a value for a variable. */
export function presentNode({ diagrams, variables }: Space, level: number): Node {
  const { cells } = variables[level] as Variable;
  return diagrams.ask(
    level,
    cells.map(({ value }) => (value === undefined ? diagrams.no : diagrams.yes)),
  );
}

const belows = new WeakMap<Space, ReadonlyMap<Path, ReadonlySet<number>>>();

/** Returns the levels of the variables below a data path. */
export function levelsBelow(space: Space, place: Path): ReadonlySet<number> {
  let known = belows.get(space);
  if (known === undefined) {
    known = groupedByPlace(space);
    belows.set(space, known);
  }
  return known.get(place) ?? NONE;
}

const NONE: ReadonlySet<number> = new Set();

function groupedByPlace(space: Space): ReadonlyMap<Path, ReadonlySet<number>> {
  const found = new Map<Path, Set<number>>();
  space.variables.forEach(({ path }, level) => {
    const segments = path.split(".");
    for (let count = 1; count < segments.length; count += 1) {
      const above = segments.slice(0, count).join(".");
      const levels = found.get(above) ?? new Set();
      levels.add(level);
      found.set(above, levels);
    }
  });
  return found;
}
