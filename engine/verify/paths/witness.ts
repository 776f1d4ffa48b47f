import type { Compiled } from "../../flow/compiled.ts";
import type { Around, Happening } from "../../flow/in-memory.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import {
  dressed,
  isPossible,
  type Person,
  personOfWay,
  type StepSets,
  type SymbolicWalk,
  shortenPerson,
  type Time,
  wayOf,
} from "../prove/index.ts";
import { likeOrdinary, type OrdinaryValues } from "../witness/index.ts";
import { goAlong, type Traveller } from "./go-along.ts";
import type { Along, Route } from "./routes.ts";

/** The inputs of the search for a witness. */
export type Looking = {
  readonly walk: SymbolicWalk;
  readonly compiled: Compiled;
  readonly ordinary: OrdinaryValues;
};

/**
 * Returns a person who takes a route and is as ordinary as the route allows. Replays the route with the
 * person. Returns `null` if no person is found, which happens only if proofs are undecided.
 */
export function witnessOf(looking: Looking, route: Route, along: readonly Along[]): Traveller | null {
  const { walk, compiled, ordinary } = looking;
  const alone = onlyAlong(walk, route, along);
  const last = along[along.length - 1] as Along;
  const way = wayOf(alone, route.rest, last.left, false, undefined, likeOrdinary(walk.flow.space, ordinary));
  const person = way === null ? null : personOfWay(alone, way);
  if (way === null || person === null) return null;
  // Data paths that are compared with each other have few cells. So an ordinary value may fit the route
  // although it is outside the person's cell.
  const likely = LOOSE.map((kinds) => dressed({ walk, ordinary }, way, person, kinds));
  const knownOnly = likely.map((one) => ({ ...one, times: person.times }));
  for (const one of [...likely, ...knownOnly, person]) {
    if (!isPossible(compiled, one)) continue;
    // First try a person whose facts and switches are the same before and after receipts.
    const made = [{ later: {} }, {}].map(
      (less) =>
        (person: Person): Traveller => ({ ...travellerOf(looking, person), ...less }),
    );
    const travellerIn = made.find((make) => goes(compiled, make(one), route));
    if (travellerIn === undefined) continue;
    const of = { walk: alone, ordinary, compiled, way, step: route.rest, set: null };
    const isStill = (other: Person) =>
      isPossible(compiled, other) && goes(compiled, travellerIn(other), route);
    return travellerIn(shortenPerson(of, one, isStill).one);
  }
  return null;
}

/** Returns true if a person takes the whole route, step by step. */
export function goes(compiled: Compiled, traveller: Traveller, route: Route): boolean {
  return goAlong(compiled, traveller).path.join(" ") === stepsOf(route).join(" ");
}

/** Returns the steps of a route, including the last one. */
export function stepsOf({ edges, rest }: Route): readonly string[] {
  return [...edges.map(({ from }) => from), rest];
}

/** Restricts the symbolic walk to the people on one route. */
function onlyAlong(walk: SymbolicWalk, { edges }: Route, along: readonly Along[]): SymbolicWalk {
  // The whole walk forgets variables that no later step reads. This walk keeps them, because it is about one
  // person.
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

/**
 * Kinds of data paths whose ordinary values may be outside the person's cell. These sets are tried in order,
 * from the largest to the empty one.
 */
const LOOSE: readonly ReadonlySet<string>[] = [
  new Set(["decimal", "date", "instant", "integer", "number"]),
  new Set(["decimal", "date", "instant"]),
  new Set(),
];

/**
 * Returns the made-up person for a path. Keeps only answers to the questions on the path, and events on the
 * path.
 */
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

/** Returns the entries of `after` whose value in `before` is different or missing. */
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
