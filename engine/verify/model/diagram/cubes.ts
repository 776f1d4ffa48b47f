import type { Json, JsonObject } from "../../../values/json.ts";
import type { Cell } from "../partition/cell.ts";
import type { Variable } from "../partition/variables.ts";
import type { Diagrams, Node } from "./diagram.ts";

/**
 * A class of people: variables, each with some of its cells. A person belongs to the class if the value of
 * each variable is in one of its cells.
 */
export type Cube = readonly { readonly variable: Variable; readonly cells: readonly Cell[] }[];

/**
 * Splits a set into classes of people that do not overlap. Together the classes are exactly the set. `more`:
 * the number of classes reached the limit, and the list is incomplete.
 */
export function cubesOf(
  of: { readonly diagrams: Diagrams; readonly variables: readonly Variable[] },
  set: Node,
  limit = 100,
): { readonly cubes: readonly Cube[]; readonly more: boolean } {
  const cubes: Cube[] = [];
  let more = false;
  const { diagrams, variables } = of;
  const visit = (node: Node, path: Cube): void => {
    if (node === diagrams.no || more) return;
    if (node !== diagrams.yes) split(node, path);
    else if (cubes.length < limit) cubes.push(path);
    else more = true;
  };
  const split = (node: Node, path: Cube): void => {
    const variable = variables[diagrams.levelOf(node)] as Variable;
    const groups = new Map<Node, Cell[]>();
    diagrams.branchesOf(node).forEach((branch, cell) => {
      const cells = groups.get(branch) ?? [];
      cells.push(variable.cells[cell] as Cell);
      groups.set(branch, cells);
    });
    for (const [branch, cells] of groups) visit(branch, [...path, { variable, cells }]);
  };
  visit(set, []);
  return { cubes, more };
}

/** Returns one person of a class, as a scope without missing values. */
export function personOf(cube: Cube): JsonObject {
  let scope: JsonObject = {};
  for (const { variable, cells } of cube) {
    const { value } = cells.find((cell) => cell.value !== undefined) ?? (cells[0] as Cell);
    if (value !== undefined) scope = putAt(scope, variable.path, value);
  }
  return scope;
}

/** Returns a copy of an object with a value at a data path. */
export function putAt(object: JsonObject, path: string, value: Json): JsonObject {
  const [name, ...rest] = path.split(".") as [string, ...string[]];
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  const inside =
    typeof inner === "object" && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : {};
  return { ...object, [name]: putAt(inside, rest.join("."), value) };
}
