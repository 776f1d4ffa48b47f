import type { Language } from "../../flow/definition.ts";
import type { Path } from "../../rules/rule.ts";
import type { Cell } from "../cells/cell.ts";
import { scaleOf } from "../cells/ordered.ts";
import type { Cube } from "../diagram/cubes.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming } from "./naming.ts";

/** How two places that are only compared with one another lie: the signs of "<=>" that occur, left against right. */
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

/**
 * What a class of people says of places in their order, by the place at which it is said; a place that others speak of says
 * nothing. Places that are not here are told by their values.
 */
export function orderIn(
  cube: Cube,
  naming: Naming,
  language: Language,
): ReadonlyMap<Path, readonly string[]> {
  const said = new Map<Path, string[]>();
  const relations = relationsIn(cube);
  if (relations === null) return said;
  for (const relation of relations) {
    const { left, right } = relation;
    said.set(left.variable.path, [...(said.get(left.variable.path) ?? []), tell(relation, naming, language)]);
    said.set(right.variable.path, said.get(right.variable.path) ?? []);
  }
  for (const place of cube.filter(isOrdered)) {
    const { path } = place.variable;
    if (!said.has(path) && isAnything(place))
      said.set(path, [GRAMMAR[language].given(naming.place(path, language))]);
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
  const told = new Set(relations.flatMap(({ left, right }) => [left, right]));
  return {
    rest: cube.filter((place) => !told.has(place) && !isKnownOnly(place)),
    ordered: cube
      .filter((place) => told.has(place) || isKnownOnly(place))
      .map(({ variable }) => variable.path),
    order: new Map(
      relations.map(({ left, right, signs }) => [`${left.variable.path} ${right.variable.path}`, signs]),
    ),
  };
}

type Place = Cube[number];

/** Whether all of its cells are stretches of a line, and its own: one made-up person has values. */
function isOrdered({ variable, cells }: Place): boolean {
  return (
    variable.comparedWith !== undefined &&
    cells.every((cell) => cell.value !== undefined && variable.cells.includes(cell))
  );
}

function isKnownOnly(place: Place): boolean {
  return isOrdered(place) && isAnything(place);
}

/** Whether it may be whatever it is, as long as it is known. */
function isAnything({ variable, cells }: Place): boolean {
  return cells.length === variable.cells.filter(({ value }) => value !== undefined).length;
}

function signsBetween(left: Place, right: Place): string | null {
  const found = new Set<string>();
  for (const one of left.cells)
    for (const other of right.cells) {
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
