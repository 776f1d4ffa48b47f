import type { Path } from "../../rules/rule.ts";
import type { Cube } from "../model/index.ts";
import { signsBetween } from "../words/index.ts";
import type { OrdinaryValues } from "./ordinary.ts";

/** So many places are told by the order in which they lie; of more their values say more. */
const MOST_ORDERED = 2;

/**
 * What is told of somebody of whom some places decide: these, and of the places that they are compared with those that
 * would lie otherwise to an ordinary person's.
 */
export function withPartners(cube: Cube, decide: readonly Path[], ordinary: OrdinaryValues): Cube {
  const chief = cube.filter(({ variable }) => decide.includes(variable.path));
  const told = cube.filter(
    (part) => chief.includes(part) || chief.some((one) => liesOtherwise(one, part, ordinary)),
  );
  if (told.filter(({ variable }) => variable.comparedWith !== undefined).length <= MOST_ORDERED) return told;
  return chief.map(({ variable: { comparedWith: _, ...variable }, cells }) => ({
    variable,
    cells: _ === undefined ? cells : cells.map(({ value, covers }) => ({ value, covers })),
  }));
}

/** Whether one of a class lies otherwise to another place than an ordinary person's would. */
function liesOtherwise(part: Cube[number], one: Cube[number], ordinary: OrdinaryValues): boolean {
  const { variable } = part;
  if (variable.comparedWith?.includes(one.variable.path) !== true) return false;
  if ([...part.cells, ...one.cells].some(({ value }) => value === undefined)) return false;
  const said = ordinary.at(variable.path);
  const usual = variable.cells.find((cell) => cell.value !== undefined && cell.covers(said?.value));
  if (said === null || usual === undefined) return true;
  return signsBetween(part, one) !== signsBetween({ variable, cells: [usual] }, one);
}
