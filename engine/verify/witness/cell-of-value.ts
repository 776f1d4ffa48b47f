import type { Path } from "../../rules/rule.ts";
import type { Json } from "../../values/json.ts";
import { type Cell, type Scale, type Space, scaleOf, type Variable } from "../model/index.ts";

/**
 * Returns the index of the cell that contains a person's value at a data path, or −1 if no cell does. If data
 * paths are compared with each other, their cells represent the order of the values. The returned cell then
 * has the same order relative to the other values as the person's value.
 */
export function cellOfValue(space: Space, level: number, valueAt: (path: Path) => Json | undefined): number {
  const variable = space.variables[level] as Variable;
  const value = valueAt(variable.path);
  const scale = variable.comparedWith && scaleOf(variable.type, variable.schema);
  if (value === undefined || scale === undefined || scale === null)
    return variable.cells.findIndex((cell) => cell.covers(value));
  const points = groupOf(space, variable)
    .flatMap((path) => valueAt(path) ?? [])
    .map((one) => scale.toPoint(one))
    .sort((one, other) => one - other);
  let from = 0;
  let found = -1;
  for (const point of new Set(points)) {
    found = variable.cells.findIndex((cell, at) => at >= from && reaches(cell, point, scale));
    if (found < 0 || point === scale.toPoint(value)) return found;
    from = found + 1;
  }
  return found;
}

/** Returns a data path and all data paths that it is compared with, directly or indirectly. */
function groupOf(space: Space, { path }: Variable): readonly Path[] {
  const group = new Set([path]);
  for (const one of group) {
    const level = space.levelOf(one);
    for (const other of level === undefined ? [] : (space.variables[level]?.comparedWith ?? []))
      group.add(other);
  }
  return [...group];
}

function reaches({ value, from, to, reach }: Cell, point: number, scale: Scale): boolean {
  if (value === undefined) return false;
  const least = reach === undefined ? (from ?? value) : reach.from;
  const most = reach === undefined ? (to ?? value) : reach.to;
  return (
    (least === undefined || scale.toPoint(least) <= point) &&
    (most === undefined || point <= scale.toPoint(most))
  );
}
