import type { Json } from "../../values/json.ts";
import { inLanguages, type Language } from "../../values/languages.ts";
import type { Cell, Cube, Variable } from "../model/index.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming, Words } from "./naming.ts";
import { orderApart, orderIn } from "./order.ts";

export { type Naming, namingOf, type Words } from "./naming.ts";

/** Describes a class of people: "someone for whom “Age” is 60 or more and the contract is signed". */
export function wordsOfCube(cube: Cube, naming: Naming): Words {
  return inBoth((language) => {
    const state = (place: Cube[number]) => statement(place, naming, language);
    const order = orderIn(cube, { naming, language, state });
    const parts = cube.flatMap((one) => order.get(one.variable.path) ?? [statement(one, naming, language)]);
    return parts.length === 0 ? GRAMMAR[language].everybody : GRAMMAR[language].someone(parts);
  });
}

/** Describes one made-up person by the values that decide. Returns "anybody" if no value does. */
export function wordsOfPerson(cube: Cube, naming: Naming): Words {
  return cube.length > 0 ? wordsOfCube(cube, naming) : inBoth((language) => GRAMMAR[language].anybody);
}

/** Describes classes of people. Omits a class if the description of another class already covers it. */
export function wordsOfCubes(cubes: readonly Cube[], naming: Naming): readonly Words[] {
  return widestOf(cubes, naming).map((cube) => wordsOfCube(cube, naming));
}

/**
 * Removes classes whose description is covered by the description of another class. Several classes can have
 * the same description except for the order of values.
 */
export function widestOf(cubes: readonly Cube[], naming: Naming): readonly Cube[] {
  const classes = cubes.map((cube) => {
    const { rest, ordered, order } = orderApart(cube);
    return { cube, ordered, order, rest: wordsOfCube(rest, naming).en };
  });
  const isWithin = (one: (typeof classes)[number], other: (typeof classes)[number]): boolean =>
    one.rest === other.rest &&
    other.ordered.every((path) => one.ordered.includes(path)) &&
    [...other.order].every(([pair, signs]) =>
      [...(one.order.get(pair) ?? "<=>")].every((sign) => signs.includes(sign)),
    );
  return classes
    .filter(
      (one, index) =>
        !classes.some(
          (other, at) => other !== one && isWithin(one, other) && (at < index || !isWithin(other, one)),
        ),
    )
    .map(({ cube }) => cube);
}

/** Calls `make` for each language and returns the sentences by language. */
export function inBoth(make: (language: Language) => string): Words {
  return inLanguages(make);
}

function statement({ variable, cells }: Cube[number], naming: Naming, language: Language): string {
  const { path } = variable;
  const present = cells.filter(({ value }) => value !== undefined);
  const unknown = present.length < cells.length;
  if (present.length === 0) return naming.unknown(path, language);
  const state = { values: [] as Json[], said: [] as string[], stretches: [] as string[] };
  for (const stretch of stretchesOf(variable, present))
    addStretch(state, stretch, { path, naming, language });
  const says = naming.state(path, state, language);
  return unknown ? GRAMMAR[language].orUnknown(says) : says;
}

/** Joins adjacent cells of a number line to one range. Each other cell stays separate. */
function stretchesOf({ cells }: Variable, present: readonly Cell[]): readonly (readonly Cell[])[] {
  const stretches: Cell[][] = [];
  for (const cell of present) {
    const before = stretches.at(-1)?.at(-1);
    const beside = before !== undefined && cells.indexOf(cell) === cells.indexOf(before) + 1;
    if (beside && isOnLine(cell) && isOnLine(before)) stretches.at(-1)?.push(cell);
    else stretches.push([cell]);
  }
  return stretches;
}

function isOnLine({ from, to }: Cell): boolean {
  return from !== undefined || to !== undefined;
}

function addStretch(
  state: { readonly values: Json[]; readonly said: string[]; readonly stretches: string[] },
  stretch: readonly Cell[],
  { path, naming, language }: { readonly path: string; readonly naming: Naming; readonly language: Language },
): void {
  const say = GRAMMAR[language];
  const name = (value: Json) => naming.value(path, value, language);
  const [first] = stretch as [Cell];
  const { from } = first;
  const { to } = stretch.at(-1) as Cell;
  if (first.words !== undefined) state.values.push(...first.words);
  else if (first.except !== undefined) {
    const named = first.except.filter((text) => text !== "").map(name);
    if (named.length === 0) state.stretches.push(say.something);
    else state.said.push(say.otherThan(named));
  } else if (from !== undefined && to !== undefined && from !== to)
    state.stretches.push(say.fromTo(name(from), name(to)));
  else if (from !== undefined && to === undefined) state.stretches.push(say.from(name(from)));
  else if (from === undefined && to !== undefined) state.stretches.push(say.upTo(name(to)));
  else if (stretch.length > 1) state.stretches.push(say.something);
  else state.values.push(first.value as Json);
}
