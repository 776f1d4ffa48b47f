import type { Definition, FactDeclaration } from "../../flow/definition.ts";
import { callOf } from "../../flow/derived-call.ts";
import type { DerivedFile, DerivedRule } from "../../flow/flow-file.ts";
import { pathsOfDerived } from "../../flow/paths-read.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { tradeOf } from "../../flow/trade.ts";
import { type Formats, formatOf } from "../../rules/format.ts";
import { type CompiledRules, compileRules } from "../../rules/index.ts";
import type { Path, Scope } from "../../rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../../values/json.ts";
import {
  type Cell,
  completed,
  putAt,
  rootSchema,
  samplesOf,
  schemaAt,
  type Variable,
} from "../model/index.ts";
import type { Cells } from "./levels.ts";
import { basesOf } from "./suppliers.ts";
import type { SymbolicWalk, Way } from "./symbolic-walk.ts";
import type { PersonalWay } from "./way.ts";

/** Facts and switches between two receipts. */
export type Time = {
  readonly flags: { readonly [flag: string]: boolean };
  /** Value of each fact; `null` for an absent fact. */
  readonly facts: { readonly [fact: string]: JsonObject | null };
};

/** A person with everything that their path needs, ready for the engine. */
export type Person = {
  readonly path: readonly { readonly step: string; readonly way: Way | null; readonly to: string | null }[];
  readonly answers: { readonly [step: string]: JsonObject };
  readonly outputs: { readonly [step: string]: JsonObject };
  readonly times: readonly Time[];
};

/**
 * Returns a person with concrete values for a way through the flow: representatives of the cells, and samples
 * for everything else. Returns `null` if no values are found.
 */
export function personOfWay(walk: SymbolicWalk, way: PersonalWay): Person | null {
  const { definition, space } = walk.flow;
  const { formats } = tradeOf(definition);
  const answers: { [step: string]: JsonObject } = {};
  const outputs: { [step: string]: JsonObject } = {};
  for (const stage of way.stages) {
    const schema = definition.schemas[stage.step];
    if (schema) answers[stage.step] = filled(schema, `answers.${stage.step}`, asked(stage));
    const out = rootSchema(definition, "effects", stage.step);
    if (out) outputs[stage.step] = filled(out, `effects.${stage.step}`, stage.output);
  }
  const times = way.known.map((cells) => timeOf(walk, cells));
  return withDerived({
    walk,
    way,
    person: {
      path: way.stages.map(({ step, way: how, to }) => ({ step, way: how, to })),
      answers,
      outputs,
      times,
    },
  });

  /**
   * Returns the cells of a stage's answers. Also includes other values of the same form that these answers
   * depend on, even if no later step reads them.
   */
  function asked({ step, answers: cells }: PersonalWay["stages"][number]): Cells {
    const whole = space.diagrams.fix(walk.suppliers.answers(step).law, cells);
    return new Map([...space.diagrams.pick(whole), ...cells]);
  }

  function filled(schema: JsonSchema, prefix: Path, cells: Cells): JsonObject {
    let given: JsonObject = {};
    const withheld = new Set<string>();
    for (const [level, at] of cells) {
      const variable = space.variables[level] as Variable;
      const path = variable.path.slice(prefix.length + 1);
      const { value } = variable.cells[at] as Cell;
      if (value === undefined) withheld.add(path);
      else given = putAt(given, path, value);
    }
    return completed(schema, { given, formats, withheld });
  }
}

function timeOf({ flow }: SymbolicWalk, cells: Cells): Time {
  const { definition, space } = flow;
  const valueAt = (path: Path): Json | null | undefined => {
    const level = space.levelOf(path);
    const cell = level === undefined ? undefined : cells.get(level);
    if (level === undefined || cell === undefined) return undefined;
    const { cells: all } = space.variables[level] as Variable;
    return all[cell]?.value ?? null;
  };
  const flags = Object.fromEntries(
    definition.flow.flags.map((flag) => [flag, valueAt(`flags.${flag}`) === true]),
  );
  const { formats } = tradeOf(definition);
  const facts: { [fact: string]: JsonObject | null } = {};
  for (const name of Object.keys(definition.flow.facts)) {
    const { schema } = definition.facts[name] as FactDeclaration;
    if (valueAt(`facts.${name}`) === null) {
      facts[name] = null;
      continue;
    }
    let given: JsonObject = {};
    const withheld = new Set<string>();
    for (const { path } of space.variables) {
      if (!path.startsWith(`facts.${name}.`)) continue;
      const value = valueAt(path);
      const rest = path.slice(`facts.${name}.`.length);
      if (value === null) withheld.add(rest);
      else if (value !== undefined) given = putAt(given, rest, value);
    }
    facts[name] = completed(schema, { given, formats, withheld });
  }
  return { flags, facts };
}

/** Maximum number of combinations that are tried to get the needed derived values. */
const TRIES = 20_000;

/** Maximum number of whole numbers in a range that is tried completely. */
const FEW = 32;

type Deriving = { readonly walk: SymbolicWalk; readonly way: PersonalWay; readonly person: Person };

/**
 * Changes independent values (those on which no other value depends) until every derived value is in its
 * cell.
 */
function withDerived({ walk, way, person }: Deriving): Person | null {
  const { definition, space } = walk.flow;
  let current = person;
  for (const [time, cells] of way.times.entries()) {
    const wanted = walk.suppliers.functions.flatMap((name) => {
      const level = space.levelOf(`derived.${name}`);
      const cell = level === undefined ? undefined : cells.get(level);
      if (level === undefined || cell === undefined) return [];
      const { cells: all } = space.variables[level] as Variable;
      return [{ name, cell: all[cell] as Cell }];
    });
    const answered = (at: (stage: number) => boolean) =>
      new Set(way.stages.filter((stage) => at(stage.time)).map(({ step }) => step));
    const sofar = answered((at) => at <= time);
    const now = answered((at) => at === time);
    const fits = (one: Person): boolean =>
      wanted.every(({ name, cell }) =>
        cell.covers(derivedValue(definition, name, scopeAt(one, time, sofar))),
      );
    if (fits(current)) continue;
    const bases = [...new Set(wanted.flatMap(({ name }) => basesOf(definition, name)))].filter(
      (path) => path.startsWith("facts.") || now.has(path.split(".")[1] as string),
    );
    const found = search(current, { bases, time, pool: (path) => poolAt(walk, way, { path, time }), fits });
    if (found === null) return null;
    current = found;
  }
  return current;
}

/**
 * Returns the values to try at a data path. They are in the same cell as the person's value, if the person
 * has one.
 */
function poolAt(
  { flow }: SymbolicWalk,
  way: PersonalWay,
  { path, time }: { readonly path: Path; readonly time: number },
): readonly Json[] {
  const values = poolOf(schemaAt(flow.definition, path) as JsonSchema, tradeOf(flow.definition).formats);
  const level = flow.space.levelOf(path) as number;
  const { cells } = flow.space.variables[level] as Variable;
  const own = [way.known[time], ...way.stages.map(({ answers }) => answers)]
    .map((found) => found?.get(level))
    .find((cell) => cell !== undefined);
  return own === undefined ? values : values.filter((value) => cells[own]?.covers(value));
}

type Search = {
  readonly bases: readonly Path[];
  readonly time: number;
  readonly pool: (path: Path) => readonly Json[];
  readonly fits: (person: Person) => boolean;
};

function search(person: Person, of: Search): Person | null {
  const places = of.bases.filter((path) => hasPlace(person, path, of.time) && of.pool(path).length > 0);
  const pools = places.map(of.pool);
  let tries = 0;
  const visit = (at: number, current: Person): Person | null => {
    if (at === places.length) {
      tries += 1;
      return of.fits(current) ? current : null;
    }
    for (const value of pools[at] as readonly Json[]) {
      if (tries > TRIES) return null;
      const found = visit(at + 1, withPlace(current, { path: places[at] as Path, time: of.time, value }));
      if (found !== null) return found;
    }
    return null;
  };
  return visit(0, person);
}

function hasPlace(person: Person, path: Path, time: number): boolean {
  const [root, name] = path.split(".") as [string, string];
  return root === "answers" ? person.answers[name] !== undefined : person.times[time]?.facts[name] != null;
}

function withPlace(
  person: Person,
  place: { readonly path: Path; readonly time: number; readonly value: Json },
): Person {
  const [root, name, ...rest] = place.path.split(".") as [string, string, ...string[]];
  if (root === "answers") {
    const answer = putAt(person.answers[name] ?? {}, rest.join("."), place.value);
    return { ...person, answers: { ...person.answers, [name]: answer } };
  }
  const times = person.times.map((time, at) =>
    at === place.time
      ? {
          ...time,
          facts: { ...time.facts, [name]: putAt(time.facts[name] ?? {}, rest.join("."), place.value) },
        }
      : time,
  );
  return { ...person, times };
}

/** Returns the values to try at a data path. They are spread over the range that the schema permits. */
function poolOf(schema: JsonSchema, formats: Formats): readonly Json[] {
  const samples = samplesOf(schema, formats, 3);
  const { format } = schema;
  if (format === "date" || format === "partial-date")
    return [...samples, ...Array.from({ length: 220 }, (_, at) => `${2130 - at}-01-01`)];
  const type = formatOf(formats, format)?.type;
  if (type?.kind === "decimal") {
    const whole = [
      0, 1, 2, 5, 10, 99, 100, 101, 999, 1000, 1001, 5000, 9999, 20000, 99999, 1000000, 100000000,
    ];
    return [...samples, ...whole.map((amount) => amount.toFixed(type.of.places))];
  }
  if (schema.type === "integer" || schema.type === "number") {
    const spread = [0, 1, 2, 3, 5, 7, 10, 20, 50, 100, 150, 200, 500, 1000, 10000];
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema as Bounds;
    const size = maximum - minimum;
    const all = size < FEW ? Array.from({ length: size + 1 }, (_, at) => minimum + at) : [];
    const tried = [...samples, ...spread, minimum, maximum, ...all] as readonly number[];
    return tried.filter((value) => Number.isFinite(value) && value >= minimum && value <= maximum);
  }
  return samplesOf(schema, formats, 6);
}

type Bounds = { readonly minimum?: number; readonly maximum?: number };

/**
 * Returns the facts and switches that a person has during one period, and the answers to the steps in
 * `answered`. A period is the time between two receipts.
 */
export function scopeAt(person: Person, time: number, answered: ReadonlySet<string>): JsonObject {
  const { facts: known = {}, flags = {} } = person.times[time] ?? {};
  const facts = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) as JsonObject;
  const answers = Object.fromEntries(Object.entries(person.answers).filter(([step]) => answered.has(step)));
  return { answers, facts, flags };
}

/** Computes a derived value from the known values. Returns `undefined` if a needed value is missing. */
export function derivedValue(definition: Definition, name: string, scope: JsonObject): Json | undefined {
  const file = definition.flow.derived[name] as DerivedFile;
  const call = callOf(tradeOf(definition), file);
  const value = (path: Path): Json | undefined =>
    path.startsWith("derived.")
      ? derivedValue(definition, path.slice("derived.".length), scope)
      : path
          .split(".")
          .reduce<Json | undefined>((at, segment) => (at as JsonObject | undefined)?.[segment], scope);
  if (call === null) {
    const derived: { [name: string]: Json } = {};
    for (const path of pathsOfDerived(definition, name)) {
      const [root, inner = ""] = path.split(".");
      const known = root === "derived" ? value(path) : undefined;
      if (known !== undefined) derived[inner] = known;
    }
    return rulesOf(definition).value[(file as DerivedRule).rule]?.({ ...scope, derived } as Scope);
  }
  const args: Json[] = [];
  for (const path of call.args) {
    const given = value(path);
    if (given === undefined) return undefined;
    args.push(given);
  }
  return call.known?.run(...args);
}

const compiled = new WeakMap<Definition, CompiledRules>();

/** Returns the rules of a definition that can be loaded. Compiles them only once. */
function rulesOf(definition: Definition): CompiledRules {
  const known = compiled.get(definition);
  if (known !== undefined) return known;
  const rules = compileRules(ruleSetOf(definition));
  if (!rules.ok) throw new Error(`personOfWay: the rules of ${definition.flow.id} do not compile`);
  compiled.set(definition, rules.value);
  return rules.value;
}
