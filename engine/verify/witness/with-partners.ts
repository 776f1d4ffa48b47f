import type { Path } from "../../rules/rule.ts";
import type { Cube } from "../model/index.ts";
import { signsBetween } from "../words/index.ts";
import type { OrdinaryValues } from "./ordinary.ts";

/**
 * Maximum number of data paths that are described by their order. If there are more, they are described by
 * their values.
 */
const MOST_ORDERED = 2;

/**
 * Returns the data paths to name for a person: the deciding ones, and compared data paths whose order differs
 * from that of an ordinary person.
 */
export function withPartners(cube: Cube, decide: readonly Path[], ordinary: OrdinaryValues): Cube {
  const chief = cube.filter(({ variable }) => decide.includes(variable.path));
  const named = cube.filter(
    (part) => chief.includes(part) || chief.some((one) => liesOtherwise(one, part, ordinary)),
  );
  if (named.filter(({ variable }) => variable.comparedWith !== undefined).length <= MOST_ORDERED)
    return named;
  return chief.map(({ variable: { comparedWith: _, ...variable }, cells }) => ({
    variable,
    cells: _ === undefined ? cells : cells.map(({ value, covers }) => ({ value, covers })),
  }));
}

/** Returns true if the order of two values differs from that of an ordinary person. */
function liesOtherwise(part: Cube[number], one: Cube[number], ordinary: OrdinaryValues): boolean {
  const { variable } = part;
  if (variable.comparedWith?.includes(one.variable.path) !== true) return false;
  if ([...part.cells, ...one.cells].some(({ value }) => value === undefined)) return false;
  const said = ordinary.at(variable.path);
  const usual = variable.cells.find((cell) => cell.value !== undefined && cell.covers(said?.value));
  if (said === null || usual === undefined) return true;
  return signsBetween(part, one) !== signsBetween({ variable, cells: [usual] }, one);
}
