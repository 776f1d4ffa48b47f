import type { Compiled } from "../../flow/compiled.ts";
import { isObject } from "../../flow/form-schema.ts";
import type { Around, Happening } from "../../flow/in-memory.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Path } from "../../rules/rule.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import type { Cell } from "../cells/cell.ts";
import { rootSchema } from "../cells/domain.ts";
import { completed } from "../cells/samples.ts";
import type { Variable } from "../cells/variables.ts";
import { putAt } from "../diagram/cubes.ts";
import type { Node } from "../diagram/diagram.ts";
import { basesOf } from "../prove/givers.ts";
import type { Cells } from "../prove/levels.ts";
import { type Person, personOfWay, type Time } from "../prove/person.ts";
import { isPossible } from "../prove/possible-person.ts";
import type { StepSets, SymbolicWalk } from "../prove/symbolic-walk.ts";
import { type PersonalWay, wayOf } from "../prove/way.ts";
import { goAlong, type Traveller } from "./go-along.ts";
import type { OrdinaryValues } from "./ordinary.ts";
import type { Along, Route } from "./routes.ts";

/** What a witness is looked for with. */
export type Looking = {
  readonly walk: SymbolicWalk;
  readonly compiled: Compiled;
  readonly ordinary: OrdinaryValues;
};

/**
 * Somebody who goes a route, as ordinary as the route allows, proved by going it with the engine's own walk. `null`: nobody
 * was found, which happens only beside what proofs cannot decide.
 */
export function witnessOf(looking: Looking, route: Route, along: readonly Along[]): Traveller | null {
  const { walk, compiled, ordinary } = looking;
  const alone = onlyAlong(walk, route, along);
  const last = along[along.length - 1] as Along;
  const way = wayOf(alone, route.rest, last.left, false, undefined, preferring(walk, ordinary));
  const person = way === null ? null : personOfWay(alone, way);
  if (way === null || person === null) return null;
  // Places that are compared with one another have few cells; ordinary values may fit all the same.
  const likely = LOOSE.map((kinds) => dressed(looking, way, person, kinds));
  const knownOnly = likely.map((one) => ({ ...one, times: person.times }));
  for (const one of [...likely, ...knownOnly, person]) {
    if (!isPossible(compiled, one)) continue;
    const traveller = travellerOf(looking, one);
    const steady = { ...traveller, later: {} };
    if (goes(compiled, steady, route)) return steady;
    if (goes(compiled, traveller, route)) return traveller;
  }
  return null;
}

/** Whether somebody goes a route, step by step, to its very end. */
export function goes(compiled: Compiled, traveller: Traveller, route: Route): boolean {
  return goAlong(compiled, traveller).path.join(" ") === stepsOf(route).join(" ");
}

/** The steps of a route, its resting place last. */
export function stepsOf({ edges, rest }: Route): readonly string[] {
  return [...edges.map(({ from }) => from), rest];
}

/** The walk of everybody, narrowed to those who go one route. */
function onlyAlong(walk: SymbolicWalk, { edges }: Route, along: readonly Along[]): SymbolicWalk {
  // What nobody reads any more is still known of somebody who goes alone.
  let given = new Set<number>();
  const narrowed = edges.map((edge, at) => {
    given = new Set([...given, ...edge.given]);
    return { ...edge, given, set: (along[at] as Along).left };
  });
  const sets = new Map<string, StepSets>();
  along.forEach(({ step, arrive, passing }, at) => {
    const before = narrowed[at - 1];
    sets.set(step, {
      ...(walk.sets.get(step) as StepSets),
      arrive,
      passing,
      into: before ? [before] : [],
    });
  });
  return { ...walk, sets };
}

/** Kinds of which any value may fit where its neighbours change with it: first as many as can be, at last none. */
const LOOSE: readonly ReadonlySet<string>[] = [
  new Set(["money", "units", "date", "instant", "integer", "number"]),
  new Set(["money", "units", "date", "instant"]),
  new Set(),
];

/** Picks from a set whoever is like the ordinary person in as many places as can be. */
function preferring(walk: SymbolicWalk, ordinary: OrdinaryValues): (set: Node) => Cells {
  const { diagrams, variables } = walk.flow.space;
  const likes = variables.map(({ path, cells }) => {
    const said = ordinary.at(path);
    return said === null ? -1 : cells.findIndex((cell) => cell.covers(said.value));
  });
  return (set) => {
    const cells = new Map<number, number>();
    let rest = set;
    for (const level of [...diagrams.support(set)].sort((left, right) => left - right)) {
      const like = likes[level] as number;
      if (like < 0) continue;
      const narrower = diagrams.fix(rest, new Map([[level, like]]));
      if (narrower === diagrams.no) continue;
      cells.set(level, like);
      rest = narrower;
    }
    return new Map([...cells, ...diagrams.pick(rest)]);
  };
}

/** The person with the ordinary person's values wherever her way asks for nothing else, and at all places of `loose` kinds. */
function dressed(
  { walk, ordinary }: Looking,
  way: PersonalWay,
  person: Person,
  loose: ReadonlySet<string>,
): Person {
  const { definition, space } = walk.flow;
  const { formats } = tradeOf(definition);
  const needed = (cells: Cells): ReadonlySet<Path> => {
    const paths = new Set<Path>();
    for (const [level, at] of cells) {
      const { path, type, cells: all } = space.variables[level] as Variable;
      const said = ordinary.at(path);
      if (said !== null && (all[at] as Cell).covers(said.value)) continue;
      if (loose.has(type.kind) && said?.value !== undefined) continue;
      paths.add(path);
      if (path.startsWith("derived."))
        for (const base of basesOf(definition, path.slice("derived.".length))) paths.add(base);
    }
    return paths;
  };
  const everywhere = way.times.map(needed);
  const like = (root: string, name: string, own: JsonObject, needs: ReadonlySet<Path>): JsonObject => {
    const usual = ordinary.whole(root, name);
    const schema = rootSchema(definition, root, name);
    if (usual === undefined || schema === undefined) return own;
    const prefix = `${root}.${name}.`;
    let given: JsonObject = usual;
    for (const path of needs) {
      if (!path.startsWith(prefix)) continue;
      const place = path.slice(prefix.length);
      const value = place
        .split(".")
        .reduce<Json | undefined>((at, segment) => (at as JsonObject | undefined)?.[segment], own);
      given = value === undefined ? without(given, place) : putAt(given, place, value);
    }
    return completed(schema, { given, formats });
  };
  const inside = new Map(
    way.stages.map(({ step, time, answers, output }) => [
      step,
      new Set([...needed(answers), ...needed(output), ...(everywhere[time] as ReadonlySet<Path>)]),
    ]),
  );
  const ofSteps = (root: string, own: Person["answers"]): Person["answers"] =>
    Object.fromEntries(
      Object.entries(own).map(([step, value]) => [
        step,
        like(root, step, value, inside.get(step) as ReadonlySet<Path>),
      ]),
    );
  const times = person.times.map(({ flags, facts }, at) => ({
    flags: Object.fromEntries(
      Object.entries(flags).map(([flag, on]) => [flag, isAsked(way, at, `flags.${flag}`) ? on : true]),
    ),
    facts: Object.fromEntries(
      Object.entries(facts).map(([fact, own]) => [
        fact,
        own === null ? null : like("facts", fact, own, everywhere[at] as ReadonlySet<Path>),
      ]),
    ),
  }));
  return {
    ...person,
    answers: ofSteps("answers", person.answers),
    outputs: ofSteps("effects", person.outputs),
    times,
  };

  function isAsked({ times: cells }: PersonalWay, time: number, path: Path): boolean {
    const level = space.levelOf(path);
    return level !== undefined && cells[time]?.has(level) === true;
  }
}

function without(object: JsonObject, place: string): JsonObject {
  const [name = "", ...rest] = place.split(".");
  if (rest.length === 0) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  const inner = object[name];
  return isObject(inner) ? { ...object, [name]: without(inner as JsonObject, rest.join(".")) } : object;
}

/** Only what she is asked on her way, and what happens there. */
function travellerOf({ walk }: Looking, person: Person): Traveller {
  const { steps } = walk.flow.definition.flow;
  const answers: { [step: string]: JsonObject } = {};
  const happens: { [step: string]: readonly Happening[] } = {};
  const later: { [step: string]: Around } = {};
  let time = 0;
  let around: Around = person.times[0] as Time;
  for (const { step, way } of person.path) {
    const kind = steps[step]?.kind;
    const answer = person.answers[step];
    if (answer !== undefined) answers[step] = answer;
    if (way === null) continue;
    const output = person.outputs[step] ?? {};
    if (way.kind === "error")
      happens[step] = [kind === "challenge" ? { exhausted: true } : { fails: way.code }];
    else if (kind === "effect") happens[step] = [{ done: output }];
    else if (kind === "wait")
      happens[step] = [way.kind === "timeout" ? { timeout: true } : { event: output }];
    if (way.kind === "error" || (kind !== "effect" && kind !== "wait")) continue;
    time += 1;
    const next = person.times[time] ?? around;
    const flags = changed(around.flags, next.flags);
    const facts = changed(around.facts, next.facts);
    if (Object.keys({ ...flags, ...facts }).length > 0) later[step] = { flags, facts };
    around = next;
  }
  return { around: person.times[0] as Time, later, answers, happens };
}

/** What is otherwise in the second of two objects with the same names. */
function changed<Value extends Json>(
  before: { readonly [name: string]: Value },
  after: { readonly [name: string]: Value },
): { readonly [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => canonicalJson(before[name] as Value) !== canonicalJson(value),
    ),
  );
}
