import type { Path } from "../../rules/rule.ts";
import type { Cube } from "../model/index.ts";
import { signsBetween } from "../words/index.ts";
import type { OrdinaryValues } from "./ordinary.ts";

/** At most so many places are described by the order in which they lie; more are described by their values. */
const MOST_ORDERED = 2;

/**
 * The places to name about somebody, where some places decide: those, and of the places that they are compared with, the
 * ones that an ordinary person's would not lie to in the same way.
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

/** Whether a place lies to another one in a way in which an ordinary person's would not. */
function liesOtherwise(part: Cube[number], one: Cube[number], ordinary: OrdinaryValues): boolean {
  const { variable } = part;
  if (variable.comparedWith?.includes(one.variable.path) !== true) return false;
  if ([...part.cells, ...one.cells].some(({ value }) => value === undefined)) return false;
  const said = ordinary.at(variable.path);
  const usual = variable.cells.find((cell) => cell.value !== undefined && cell.covers(said?.value));
  if (said === null || usual === undefined) return true;
  return signsBetween(part, one) !== signsBetween({ variable, cells: [usual] }, one);
}
