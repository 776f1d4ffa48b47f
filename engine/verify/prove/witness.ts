import type { Compiled } from "../../flow/compiled.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Node } from "../diagram/diagram.ts";
import { namingOf, wordsOfCube } from "../words/people.ts";
import { type Person, personOfWay } from "./person.ts";
import { isPossible } from "./possible-person.ts";
import { replay } from "./replay.ts";
import type { Edge, StepSets, SymbolicWalk } from "./symbolic-walk.ts";
import { cubeOfWay, wayOf } from "./way.ts";

/** A symbolic walk and the definition compiled, for replays. */
export type Proof = {
  readonly walk: SymbolicWalk;
  /** The same walk where whatever is not decided lets everybody go every way. */
  readonly generous: () => SymbolicWalk;
  readonly compiled: () => Compiled;
};

/** Who is to show something, and what she shows. */
export type Shown = {
  /** Who shows it, among those who arrive or, `answered`, have answered. */
  readonly set: Node;
  readonly answered: boolean;
  /** Which ways back are tried first, the highest first. */
  readonly prefer?: (edge: Edge) => number;
  /** Whether the walk shows what is claimed. */
  readonly shows: (found: NonNullable<ReturnType<typeof replay>>, person: Person) => boolean;
};

/** Somebody as findings carry her. */
export type Witness = { readonly json: JsonObject; readonly replayed: boolean };

/** Somebody of a set, with her way, gone by the engine's own walk; `null` where nobody could be made up. */
export function witnessOf(
  { walk: everybody, compiled }: Proof,
  claim: Shown & { readonly step: string },
): Witness | null {
  const walk = everybody.straight();
  const { diagrams } = walk.flow.space;
  const { arrive, answered } = walk.sets.get(claim.step) as StepSets;
  const set = diagrams.both(claim.set, claim.answered ? answered : arrive);
  if (set === diagrams.no) return null;
  const way = wayOf(walk, claim.step, set, claim.answered, claim.prefer);
  const person = way === null ? null : personOfWay(walk, way);
  if (way === null || person === null || !isPossible(compiled(), person)) return null;
  const found = replay(compiled(), person, claim.answered);
  const cube = cubeOfWay(walk, way, claim.step);
  const words = wordsOfCube(cube, namingOf(walk.flow.definition));
  return {
    json: {
      words,
      path: person.path.map(({ step }) => step),
      answers: person.answers,
      times: person.times as unknown as JsonObject[],
      outputs: person.outputs,
      replayed: found !== null && claim.shows(found, person),
    },
    replayed: found !== null && claim.shows(found, person),
  };
}
