import type { Compiled } from "../../flow/compiled.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Path } from "../../rules/rule.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../../values/json.ts";
import {
  type Cell,
  type Cube,
  type Node,
  putAt,
  samplesOf,
  schemaAt,
  type Variable,
} from "../model/index.ts";
import {
  cellOfValue,
  type OrdinaryValues,
  type Shortened,
  shortened,
  type Trait,
  withPartners,
} from "../witness/index.ts";
import { without } from "./dressed.ts";
import { missingCell } from "./levels.ts";
import { derivedValue, type Person, scopeAt } from "./person.ts";
import { answersOf, basesOf } from "./suppliers.ts";
import type { StepSets, SymbolicWalk } from "./symbolic-walk.ts";
import type { PersonalWay } from "./way.ts";

/** A person's way, and the set of people to which the person must belong at the last step of the way. */
export type Shortening = {
  readonly walk: SymbolicWalk;
  readonly ordinary: OrdinaryValues;
  readonly compiled: Compiled;
  readonly way: PersonalWay;
  readonly step: string;
  /** The set to which the person must belong. `null` if a replay is sufficient evidence. */
  readonly set: Node | null;
};

/**
 * A data path of a person in one period between receipts. Facts and switches can have other values in another
 * period.
 */
type Place = { readonly path: Path; readonly time: number };

/**
 * Makes a person as ordinary as possible. The person must still demonstrate the finding and still belong to
 * the proved set.
 */
export function shortenPerson(
  of: Shortening,
  person: Person,
  shows: (person: Person) => boolean,
): Shortened<Person> {
  const { ordinary } = of;
  const invalid = new Set(invalidSteps(of, person));
  const isStill = (one: Person): boolean =>
    isWithin(of, one) && invalidSteps(of, one).every((step) => invalid.has(step)) && shows(one);
  if (!isStill(person)) return { one: person, decide: placesOf(of).map(({ path }) => path) };
  const wholes = [
    ...Object.keys(person.answers).map((step): Place => ({ path: `answers.${step}`, time: 0 })),
    ...Object.keys(person.outputs).map((step): Place => ({ path: `effects.${step}`, time: 0 })),
    ...person.times.flatMap(({ facts }, time) =>
      Object.keys(facts).map((fact): Place => ({ path: `facts.${fact}`, time })),
    ),
  ];
  const usualAt =
    (place: Place) =>
    (one: Person): Person | null => {
      const [root = "", name = ""] = place.path.split(".");
      const said = root === "answers" && one.answers[name] === undefined ? null : ordinary.at(place.path);
      if (said === null || isAlike(valueAt(one, place), said.value)) return null;
      return withValue(one, place, said.value);
    };
  const found = shortened(
    person,
    {
      bundles: wholes.flatMap((whole) => {
        const [root = "", name = ""] = whole.path.split(".");
        if (ordinary.whole(root, name) === undefined) return [];
        // Try an ordinary value for the whole fact, form or output. Then try to change only the parts that no
        // step on the person's path reads.
        const read = placesOf(of).filter(({ path }) => path.startsWith(`${whole.path}.`));
        const unread = (one: Person): Person | null => {
          // If the whole value is missing, it has no parts to change.
          const usual = (valueAt(one, whole) ?? null) === null ? null : usualAt(whole)(one);
          return (
            usual &&
            read.reduce((other, { path }) => {
              const place = { ...whole, path };
              return withValue(other, place, valueAt(one, place));
            }, usual)
          );
        };
        return [usualAt(whole), unread];
      }),
      traits: placesOf(of).map((place) => traitAt(of, place, usualAt)),
    },
    isStill,
  );
  return { ...found, decide: [...new Set(found.decide)] };
}

/**
 * Returns the class that describes a person: the cells of the given data paths. If necessary, also includes
 * the data paths with which these are compared.
 */
export function cubeOfPerson(of: Shortening, person: Person, paths: readonly Path[] | null): Cube {
  const all = placesOf(of).flatMap((place) => partAt(of, person, place));
  const last = [...new Map(all.map((part) => [part.variable.path, part])).values()];
  if (paths === null) return last;
  const chief = new Set(
    withoutImplied(
      of,
      last.filter(({ variable }) => paths.includes(variable.path)),
    ),
  );
  return withPartners(
    last,
    [...chief].map(({ variable }) => variable.path),
    of.ordinary,
  );
}

/**
 * Removes the parts of a description that follow from the remaining parts. These are the properties of a fact
 * that is missing, values derived from a described value, and values that an assumption requires.
 */
function withoutImplied({ walk: { flow } }: Shortening, cube: Cube): Cube {
  const { diagrams, levelOf } = flow.space;
  const cellIn = ({ variable, cells }: Cube[number]): readonly [number, number] => [
    levelOf(variable.path) as number,
    variable.cells.indexOf(cells[0] as Cell),
  ];
  const absent = cube.filter(
    ({ variable: { path }, cells }) => /^facts\.[^.]+$/.test(path) && cells[0]?.value === undefined,
  );
  const isOf = (fact: string, { variable: { path } }: Cube[number]) => path.startsWith(`${fact}.`);
  const isMade = ({ variable: { path } }: Cube[number]) =>
    path.startsWith("derived.") &&
    basesOf(flow.definition, path.slice("derived.".length)).some((base) =>
      cube.some(({ variable }) => variable.path === base),
    );
  let kept = cube.filter(
    (part) => !isMade(part) && !absent.some(({ variable }) => isOf(variable.path, part)),
  );
  // Parts that describe a missing value are tried first, so that the parts with a value stay.
  const order = [...kept].sort((one, other) => Number(hasValue(one)) - Number(hasValue(other)));
  for (const part of order) {
    const [root = "", fact = ""] = part.variable.path.split(".");
    if (root !== "facts" || !flow.assumptions.some((assumed) => assumed.fact === fact)) continue;
    const rest = kept.filter((other) => other !== part);
    const about = rest.filter((other) => isOf(`facts.${fact}`, other)).map(cellIn);
    const [level, cell] = cellIn(part);
    const law = diagrams.fix(answersOf(flow, fact), new Map(about));
    const others = diagrams.ask(
      level,
      part.variable.cells.map((_, at) => (at === cell ? diagrams.no : diagrams.yes)),
    );
    if (about.length > 0 && !diagrams.meet(law, others)) kept = rest;
  }
  return kept;
}

function hasValue({ cells }: Cube[number]): boolean {
  return cells.some(({ value }) => value !== undefined);
}

function traitAt(
  of: Shortening,
  place: Place,
  usualAt: (place: Place) => Trait<Person>["usual"],
): Trait<Person> {
  const { ordinary, walk } = of;
  const { definition, space } = walk.flow;
  const { path } = place;
  // A changed person must not have an answer that a form rejects, unless the form rejected it before.
  const taken = (one: Person) => {
    const known = invalidSteps(of, one);
    return (other: Person) => invalidSteps(of, other).every((step) => known.includes(step));
  };
  if (path.startsWith("derived.")) {
    const bases = basesOf(definition, path.slice("derived.".length)).map((base) => ({
      ...place,
      path: base,
    }));
    const usual = (one: Person): Person | null =>
      bases.reduce<Person | null>((other, base) => usualAt(base)(other ?? one) ?? other, null);
    if (bases.every((base) => ordinary.at(base.path) !== null)) return { path, usual };
    const others = (one: Person) =>
      bases.flatMap((base) =>
        samplesOf(schemaAt(definition, base.path) as JsonSchema, tradeOf(definition).formats, 3).map(
          (value) => withValue(one, base, value),
        ),
      );
    return { path, usual: () => null, others };
  }
  const usual = usualAt(place);
  if (ordinary.at(path) !== null) return { path, usual };
  const { cells } = space.variables[space.levelOf(path) as number] as Variable;
  const others = (one: Person) =>
    cells
      .filter((cell) => !cell.covers(valueAt(one, place)))
      .slice(0, MOST_OTHERS)
      .map(({ value }) => withValue(one, place, value))
      .filter(taken(one));
  return { path, usual: () => null, others };
}

/** Maximum number of values to try in place of a person's value, at a data path without an ordinary value. */
const MOST_OTHERS = 6;

/**
 * Returns the data paths whose values were selected for a person, in the order in which they are made
 * ordinary: answers first, switches last.
 */
function placesOf({ walk, way }: Shortening): readonly Place[] {
  const pathOf = (level: number): Path => (walk.flow.space.variables[level] as Variable).path;
  const found = [
    ...way.stages.flatMap(({ answers, output, time }) =>
      [...answers.keys(), ...output.keys()].map((level): Place => ({ path: pathOf(level), time })),
    ),
    ...way.times.flatMap((cells, time) =>
      [...cells.keys()].map((level): Place => ({ path: pathOf(level), time })),
    ),
  ];
  const rank = ({ path }: Place): number => ROOTS.indexOf(path.split(".")[0] as string);
  return found.filter((place) => rank(place) >= 0).sort((one, other) => rank(one) - rank(other));
}

const ROOTS = ["answers", "effects", "facts", "derived", "flags"];

function partAt(of: Shortening, person: Person, place: Place): Cube {
  const { space } = of.walk.flow;
  const variable = space.variables[space.levelOf(place.path) as number] as Variable;
  const cell = variable.cells[cellAt(of, person, place)];
  if (cell === undefined || (variable.presence && cell.value !== undefined)) return [];
  const { given, own } = of.walk.sets.get(of.step) as StepSets;
  const level = space.levelOf(place.path) as number;
  // Values that were not asked yet are unknown.
  if (cell.value === undefined && !given.has(level) && !own.has(level)) return [];
  return [{ variable, cells: [cell] }];
}

function valueAt(person: Person, { path, time }: Place): Json | undefined {
  const [root = "", name = "", ...rest] = path.split(".");
  const { flags = {}, facts = {} } = person.times[time] ?? {};
  if (root === "flags") return flags[name] === true;
  const whole = { answers: person.answers, effects: person.outputs, facts }[root]?.[name] ?? undefined;
  return rest.reduce<Json | undefined>((at, segment) => (at as JsonObject | undefined)?.[segment], whole);
}

function withValue(person: Person, { path, time }: Place, value: Json | undefined): Person {
  const [root = "", name = "", ...rest] = path.split(".");
  const place = rest.join(".");
  const put = <All extends { readonly [name: string]: JsonObject | null }>(all: All): All => {
    const own = all[name] ?? {};
    const changed =
      place === "" ? (value ?? null) : value === undefined ? without(own, place) : putAt(own, place, value);
    return { ...all, [name]: changed };
  };
  if (root === "answers") return { ...person, answers: put(person.answers) };
  if (root === "effects") return { ...person, outputs: put(person.outputs) };
  const times = person.times.map((one, at) => {
    if (at !== time) return one;
    return root === "flags"
      ? { ...one, flags: { ...one.flags, [name]: value === true } }
      : { ...one, facts: put(one.facts) };
  });
  return { ...person, times };
}

function derivedAt({ walk, way }: Shortening, person: Person, { path, time }: Place): Json | undefined {
  const answered = new Set(way.stages.filter((stage) => stage.time <= time).map(({ step }) => step));
  return derivedValue(walk.flow.definition, path.slice("derived.".length), scopeAt(person, time, answered));
}

/** Returns the steps on the person's way where the form rejects the person's answer. */
function invalidSteps({ compiled, way }: Shortening, person: Person): readonly string[] {
  return way.stages.flatMap(({ step }) => {
    const answer = person.answers[step];
    const judged = answer && compiled.plan.byId.get(step)?.form?.judge(answer);
    return judged && judged.errors.length > 0 ? [step] : [];
  });
}

/**
 * Returns true if a person belongs to the set at their last step. This check is necessary because a replay
 * cannot show that no answer leads further.
 */
function isWithin(of: Shortening, person: Person): boolean {
  const { walk, way, step, set } = of;
  if (set === null) return true;
  const { space, definition } = walk.flow;
  const { given, own } = walk.sets.get(step) as StepSets;
  const asked = new Set(way.stages.map((stage) => stage.step));
  const time = person.times.length - 1;
  const cells = new Map<number, number>();
  for (const level of space.diagrams.support(set)) {
    const { path } = space.variables[level] as Variable;
    const [root = "", name = ""] = path.split(".");
    const place = { path, time };
    const isRule = root === "derived" && "rule" in (definition.flow.derived[name] ?? {});
    const known = way.cells.get(level);
    if (!ROOTS.includes(root) || isRule) {
      if (known !== undefined) cells.set(level, known);
      continue;
    }
    const isGiven = given.has(level) || own.has(level);
    const isAsked = (root !== "answers" && root !== "effects") || asked.has(name);
    const cell = isGiven && isAsked ? cellAt(of, person, place) : missingCell(walk.flow, level);
    if (cell < 0) return false;
    cells.set(level, cell);
  }
  return space.diagrams.fix(set, cells) !== space.diagrams.no;
}

/**
 * Returns the cell of a person's value. The cell can depend on other values that the person has in the same
 * period.
 */
function cellAt(of: Shortening, person: Person, { path, time }: Place): number {
  const { space } = of.walk.flow;
  return cellOfValue(space, space.levelOf(path) as number, (other) => {
    const place = { path: other, time };
    return other.startsWith("derived.") ? derivedAt(of, person, place) : valueAt(person, place);
  });
}

function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined
    ? one === other
    : canonicalJson(one) === canonicalJson(other);
}
