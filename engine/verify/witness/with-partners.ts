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
 * Returns the data paths by which a person is described: those that decide, and those that are compared with
 * them if the order of the values is unusual.
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

/**
 * Returns true if the order of two values is not the order that these values have for the ordinary person.
 */
function liesOtherwise(part: Cube[number], one: Cube[number], ordinary: OrdinaryValues): boolean {
  const { variable } = part;
  if (variable.comparedWith?.includes(one.variable.path) !== true) return false;
  if ([...part.cells, ...one.cells].some(({ value }) => value === undefined)) return false;
  const said = ordinary.at(variable.path);
  const usual = variable.cells.find((cell) => cell.value !== undefined && cell.covers(said?.value));
  if (said === null || usual === undefined) return true;
  return signsBetween(part, one) !== signsBetween({ variable, cells: [usual] }, one);
}
