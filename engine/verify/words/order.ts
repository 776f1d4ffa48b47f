import type { Path } from "../../rules/rule.ts";
import type { Language } from "../../values/languages.ts";
import { type Cell, type Cube, scaleOf } from "../model/index.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming } from "./naming.ts";

/**
 * The order of two data paths that are compared only with each other. `signs`: the possible relations of the
 * left value to the right value, as signs of "<=>". Texts have no order, so two different texts have both `<`
 * and `>`.
 */
export type Relation = { readonly left: Place; readonly right: Place; readonly signs: string };

/**
 * Returns the order of the data paths in a class, for data paths that are compared only with each other. The
 * value of a cell stands for all values with the same order. At the ends of the number line, the result may
 * describe fewer people than the class has, but never more. Returns `null` if signs cannot express the order;
 * then describe the values instead.
 */
export function relationsIn(cube: Cube): readonly Relation[] | null {
  const places = cube.filter(hasOrder);
  const relations: Relation[] = [];
  for (const [index, left] of places.entries())
    for (const right of places.slice(index + 1)) {
      if (left.variable.comparedWith?.includes(right.variable.path) !== true) continue;
      const signs = signsBetween(left, right);
      // If two ranges overlap, signs cannot express the order of their values.
      if (signs === null) return null;
      if (signs !== "<=>") relations.push({ left, right, signs });
    }
  return relations;
}

/** How to format a class. `state` names the ranges of a data path. */
export type ClassFormat = {
  readonly naming: Naming;
  readonly language: Language;
  readonly state: (place: Place) => string;
};

/**
 * Returns, by data path, the sentences about the order of its value relative to other values. A data path may
 * have no such sentence if the sentence stands at the other data path. Missing values are described as
 * values, not by order.
 */
export function orderIn(
  cube: Cube,
  { naming, language, state }: ClassFormat,
): ReadonlyMap<Path, readonly string[]> {
  const said = new Map<Path, readonly string[]>();
  const relations = relationsIn(cube);
  if (relations === null) return said;
  for (const place of cube.filter((one) => isOrdered(one, cube))) {
    const { path } = place.variable;
    const texts = relations.filter(({ left }) => left === place).map((one) => format(one, naming, language));
    if (!isFree(place) && !isImplied(place, relations)) texts.push(state(inStretches(place)));
    const isSaid = texts.length > 0 || relations.some(({ right }) => right === place);
    said.set(path, isSaid ? texts : [GRAMMAR[language].given(naming.place(path, language))]);
  }
  return said;
}

/**
 * A class divided into two parts. `rest`: data paths that are described by their values. `ordered`: data
 * paths that are described by their order. `order`: the signs of each pair of these.
 */
export type Apart = {
  readonly rest: Cube;
  readonly ordered: readonly Path[];
  readonly order: ReadonlyMap<string, string>;
};

/**
 * Divides a class into data paths that are described by their values and data paths that are described by
 * their order. Classes with the same values and another order can then be compared.
 */
export function orderApart(cube: Cube): Apart {
  const relations = relationsIn(cube);
  if (relations === null) return { rest: cube, ordered: [], order: new Map() };
  const inOrder = cube.filter((place) => isOrdered(place, cube));
  const bounded = inOrder.filter((place) => !isFree(place) && !isImplied(place, relations));
  return {
    rest: [...cube.filter((place) => !inOrder.includes(place)), ...bounded.map(inStretches)],
    ordered: inOrder.map(({ variable }) => variable.path),
    order: new Map(
      relations.map(({ left, right, signs }) => [`${left.variable.path} ${right.variable.path}`, signs]),
    ),
  };
}

type Place = Cube[number];

/**
 * Returns true if a data path of a class can be described by its order. It must be compared with other data
 * paths, and its cells must be unchanged cells with values.
 */
function hasOrder({ variable, cells }: Place): boolean {
  return (
    variable.comparedWith !== undefined &&
    cells.every((cell) => cell.value !== undefined && variable.cells.includes(cell))
  );
}

/**
 * Returns true if a data path is described by its order. Each data path with which it is compared must also
 * have an order, or be missing.
 */
function isOrdered(place: Place, cube: Cube): boolean {
  const others = cube.filter(({ variable }) => place.variable.comparedWith?.includes(variable.path) === true);
  return (
    hasOrder(place) &&
    others.every((one) => hasOrder(one) || one.cells.every(({ value }) => value === undefined))
  );
}

/**
 * Returns true if the value of a data path can be in any range. Without constants there is only one range.
 */
function isFree({ variable, cells }: Place): boolean {
  const known = variable.cells.filter(({ value }) => value !== undefined);
  if (known.every(({ reach }) => reach === undefined)) return true;
  return new Set(cells.map(reachOf)).size === new Set(known.map(reachOf)).size;
}

/**
 * Returns true if the range of a value follows from the range of another value and from the order of both.
 * The description then omits the range.
 */
function isImplied(place: Place, relations: readonly Relation[]): boolean {
  return relations.some(({ left, right, signs }) => {
    if (left !== place && right !== place) return false;
    const other = left === place ? right : left;
    const [own, others] = [place.cells.length, other.cells.length];
    if (own < others || (own === others && left === place)) return false;
    const lies = (cell: Cell): boolean => {
      const one: Place = { variable: place.variable, cells: [cell] };
      const found = left === place ? signsBetween(one, other) : signsBetween(other, one);
      return [...(found ?? "")].some((sign) => signs.includes(sign));
    };
    return place.variable.cells.every(
      (cell) => cell.value === undefined || place.cells.includes(cell) === lies(cell),
    );
  });
}

/**
 * Returns the cells of a data path without their order: each cell becomes the whole range between two
 * constants.
 */
function inStretches({ variable, cells }: Place): Place {
  const whole = new Map<string, Cell>();
  for (const cell of variable.cells) {
    const { value, covers, reach } = cell;
    if (!whole.has(reachOf(cell)))
      whole.set(reachOf(cell), reach === undefined ? cell : { value, covers, ...reach });
  }
  const taken = new Set(cells.map(reachOf));
  const { comparedWith: _, ...alone } = variable;
  return {
    variable: { ...alone, cells: [...whole.values()] },
    cells: [...whole].filter(([reach]) => taken.has(reach)).map(([, cell]) => cell),
  };
}

function reachOf({ value, reach }: Cell): string {
  return JSON.stringify(reach ?? value ?? null);
}

/**
 * Returns the possible order of two data paths as signs of "<=>". Returns `null` if their ranges overlap,
 * because any order is then possible.
 */
export function signsBetween(left: Place, right: Place): string | null {
  const found = new Set<string>();
  const texts = left.variable.type.kind === "string";
  for (const one of left.cells)
    for (const other of right.cells) {
      if (texts) {
        for (const sign of one.value === other.value ? "=" : "<>") found.add(sign);
        continue;
      }
      const [low, high] = stretchOf(left, one);
      const [least, most] = stretchOf(right, other);
      if (high < least) found.add("<");
      else if (low > most) found.add(">");
      else if (low === high && least === most) found.add("=");
      else return null;
    }
  return ["<", "=", ">"].filter((sign) => found.has(sign)).join("");
}

function stretchOf({ variable }: Place, { value, from, to }: Cell): readonly [number, number] {
  const scale = scaleOf(variable.type, variable.schema);
  if (scale === undefined || value === undefined)
    throw new Error(`stretchOf: ${variable.path} has no number line`);
  if (from === undefined && to === undefined) return [scale.toPoint(value), scale.toPoint(value)];
  return [
    from === undefined ? Number.NEGATIVE_INFINITY : scale.toPoint(from),
    to === undefined ? Number.POSITIVE_INFINITY : scale.toPoint(to),
  ];
}

const SIGNS: { readonly [signs: string]: "<" | "<=" | ">" | ">=" } = {
  "<": "<",
  "<=": "<=",
  ">": ">",
  "=>": ">=",
};

function format({ left, right, signs }: Relation, naming: Naming, language: Language): string {
  const say = GRAMMAR[language];
  const one = naming.place(left.variable.path, language);
  const other = naming.place(right.variable.path, language);
  const sign = SIGNS[signs];
  if (sign === undefined) return signs === "=" ? say.same(one, other) : say.notSame(one, other);
  const { kind } = left.variable.type;
  return (kind === "date" || kind === "instant" ? say.times : say.signs)[sign](one, other);
}
