import type { Language } from "../../flow/definition.ts";
import type { Path } from "../../rules/rule.ts";
import { type Cell, type Cube, scaleOf } from "../model/index.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming } from "./naming.ts";

/**
 * How two places that are only compared with one another lie: the signs of "<=>" that occur, left against right. Texts have
 * no order: two that differ are both.
 */
export type Relation = { readonly left: Place; readonly right: Place; readonly signs: string };

/**
 * How the places of a class lie that are only compared with one another. The values of their cells stand for any others in
 * the same order. At an end of the line a class may look narrower than it is, never wider. `null` where that is not to be
 * told, and their values say more.
 */
export function relationsIn(cube: Cube): readonly Relation[] | null {
  const places = cube.filter(isOrdered);
  const relations: Relation[] = [];
  for (const [index, left] of places.entries())
    for (const right of places.slice(index + 1)) {
      if (left.variable.comparedWith?.includes(right.variable.path) !== true) continue;
      const signs = signsBetween(left, right);
      // Two stretches that overlap have no order.
      if (signs === null) return null;
      if (signs !== "<=>") relations.push({ left, right, signs });
    }
  return relations;
}

/** How a class is told; `state` says of a place in which stretches it lies. */
export type Telling = {
  readonly naming: Naming;
  readonly language: Language;
  readonly state: (place: Place) => string;
};

/**
 * What a class of people says of places in their order, by the place at which it is said; a place that others speak of says
 * nothing. Places that are not here are told by their values.
 */
export function orderIn(
  cube: Cube,
  { naming, language, state }: Telling,
): ReadonlyMap<Path, readonly string[]> {
  const said = new Map<Path, readonly string[]>();
  const relations = relationsIn(cube);
  if (relations === null) return said;
  for (const place of cube.filter((one) => isTold(one, cube))) {
    const { path } = place.variable;
    const told = relations.filter(({ left }) => left === place).map((one) => tell(one, naming, language));
    if (!isFree(place) && !isImplied(place, relations)) told.push(state(inStretches(place)));
    const isSaid = told.length > 0 || relations.some(({ right }) => right === place);
    said.set(path, isSaid ? told : [GRAMMAR[language].given(naming.place(path, language))]);
  }
  return said;
}

/** A class taken apart: the places told by their values, those told by their order, and the signs of each pair of them. */
export type Apart = {
  readonly rest: Cube;
  readonly ordered: readonly Path[];
  readonly order: ReadonlyMap<string, string>;
};

/** Takes a class apart, so that classes can be held against one another that differ in order only. */
export function orderApart(cube: Cube): Apart {
  const relations = relationsIn(cube);
  if (relations === null) return { rest: cube, ordered: [], order: new Map() };
  const told = cube.filter((place) => isTold(place, cube));
  const bounded = told.filter((place) => !isFree(place) && !isImplied(place, relations));
  return {
    rest: [...cube.filter((place) => !told.includes(place)), ...bounded.map(inStretches)],
    ordered: told.map(({ variable }) => variable.path),
    order: new Map(
      relations.map(({ left, right, signs }) => [`${left.variable.path} ${right.variable.path}`, signs]),
    ),
  };
}

type Place = Cube[number];

/** Whether all of its cells are stretches of a line or texts, and its own: one made-up person has values. */
function isOrdered({ variable, cells }: Place): boolean {
  return (
    variable.comparedWith !== undefined &&
    cells.every((cell) => cell.value !== undefined && variable.cells.includes(cell))
  );
}

/** Whether it is told by its order: what it is compared with is told so too, or is missing. */
function isTold(place: Place, cube: Cube): boolean {
  const others = cube.filter(({ variable }) => place.variable.comparedWith?.includes(variable.path) === true);
  return (
    isOrdered(place) &&
    others.every((one) => isOrdered(one) || one.cells.every(({ value }) => value === undefined))
  );
}

/** Whether it may lie in every stretch, as long as it is known; without constants there is one only. */
function isFree({ variable, cells }: Place): boolean {
  const known = variable.cells.filter(({ value }) => value !== undefined);
  if (known.every(({ reach }) => reach === undefined)) return true;
  return new Set(cells.map(reachOf)).size === new Set(known.map(reachOf)).size;
}

/** Whether its stretches follow from those of another place and from how the two lie; the narrower one is told. */
function isImplied(place: Place, relations: readonly Relation[]): boolean {
  return relations.some(({ left, right, signs }) => {
    if (left !== place && right !== place) return false;
    const other = left === place ? right : left;
    const [mine, hers] = [place.cells.length, other.cells.length];
    if (mine < hers || (mine === hers && left === place)) return false;
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

/** The same by the whole stretches between constants, of which its points are some. */
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

/** How two places may lie: the signs of "<=>" that occur; `null` where their stretches overlap. */
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
    throw new Error(`stretchOf: ${variable.path} is on no line`);
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

function tell({ left, right, signs }: Relation, naming: Naming, language: Language): string {
  const say = GRAMMAR[language];
  const one = naming.place(left.variable.path, language);
  const other = naming.place(right.variable.path, language);
  const sign = SIGNS[signs];
  if (sign === undefined) return signs === "=" ? say.same(one, other) : say.notSame(one, other);
  const { kind } = left.variable.type;
  return (kind === "date" || kind === "instant" ? say.times : say.signs)[sign](one, other);
}
