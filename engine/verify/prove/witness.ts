import type { Compiled } from "../../flow/compiled.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Node } from "../model/index.ts";
import { likeOrdinary, type OrdinaryValues, ordinaryCell } from "../witness/index.ts";
import { namingOf, wordsOfCube, wordsOfPerson } from "../words/index.ts";
import { dressed } from "./dressed.ts";
import type { Cells } from "./levels.ts";
import { type Person, personOfWay } from "./person.ts";
import { isPossible } from "./possible-person.ts";
import { replay } from "./replay.ts";
import { cubeOfPerson, shortenPerson } from "./shorten-person.ts";
import type { Edge, StepSets, SymbolicWalk } from "./symbolic-walk.ts";
import { cubeOfWay, wayOf } from "./way.ts";

/** A symbolic walk with everything that is needed to find and replay witnesses. */
export type Proof = {
  readonly walk: SymbolicWalk;
  /** Returns the same walk with more people: they leave by every edge whose condition is undecided. */
  readonly generous: () => SymbolicWalk;
  readonly compiled: () => Compiled;
  /** Ordinary person; `null` if none is defined. Witnesses differ from this person only where necessary. */
  readonly ordinary: OrdinaryValues | null;
};

/** The people from whom a witness is selected, and what the witness must demonstrate. */
export type Shown = {
  /**
   * Set from which the witness is selected. It contains people who arrive at the step. With `answered`, it
   * contains people who have answered the step.
   */
  readonly set: Node;
  readonly answered: boolean;
  /** Whether the replay is sufficient evidence. If omitted, the person must also belong to the set. */
  readonly byWalkAlone?: true;
  /** Priority of an edge. Edges with a higher priority are tried first when the way back is searched. */
  readonly prefer?: (edge: Edge) => number;
  /** Returns true if the replay demonstrates the finding. */
  readonly shows: (found: NonNullable<ReturnType<typeof replay>>, person: Person) => boolean;
};

/** A witness for a finding. */
export type Witness = { readonly json: JsonObject; readonly replayed: boolean };

/**
 * Returns a person of a set, with the path on which the engine replayed them. Returns `null` if no person
 * could be made. The person is as ordinary as possible. `words` describes only the values that decide; `all`
 * describes all values that were considered.
 */
export function witnessOf(proof: Proof, claim: Shown & { readonly step: string }): Witness | null {
  if (proof.ordinary === null) return lookFor(proof, claim);
  const usual = likeOrdinary(proof.walk.flow.space, proof.ordinary);
  const shown = lookFor(proof, claim, usual);
  return shown?.replayed ? shown : (lookFor(proof, claim) ?? shown);
}

function lookFor(
  proof: Proof,
  claim: Shown & { readonly step: string },
  pick?: (set: Node) => Cells,
): Witness | null {
  const { walk: everybody, ordinary } = proof;
  const compiled = proof.compiled();
  const walk = everybody.straight();
  const { diagrams } = walk.flow.space;
  const { arrive, answered } = walk.sets.get(claim.step) as StepSets;
  const set = diagrams.both(claim.set, claim.answered ? answered : arrive);
  if (set === diagrams.no) return null;
  const prefer = claim.prefer ?? (pick && ordinary ? closeness(walk, ordinary, pick) : undefined);
  const way = wayOf(walk, claim.step, set, claim.answered, prefer, pick);
  const made = way === null ? null : personOfWay(walk, way);
  if (way === null || made === null) return null;
  const walked = (person: Person): string | null => {
    if (!isPossible(compiled, person)) return null;
    const found = replay(compiled, person, claim.answered);
    return found !== null && claim.shows(found, person) ? tracedBy(found) : null;
  };
  const candidates = ordinary === null ? [made] : [dressed({ walk, ordinary }, way, made, new Set()), made];
  const found = candidates.find((one) => walked(one) !== null) ?? made;
  if (!isPossible(compiled, found)) return null;
  const trace = walked(found);
  const naming = namingOf(walk.flow.definition);
  const isShort = ordinary !== null && trace !== null;
  const of = { walk, ordinary, compiled, way, step: claim.step, set: claim.byWalkAlone ? null : set };
  const { one: person, decide } = isShort
    ? shortenPerson({ ...of, ordinary }, found, (one) => walked(one) === trace)
    : { one: found, decide: [] };
  const all = wordsOfCube(
    isShort ? cubeOfPerson({ ...of, ordinary }, person, null) : cubeOfWay(walk, way, claim.step),
    naming,
  );
  return {
    json: {
      words: isShort ? wordsOfPerson(cubeOfPerson({ ...of, ordinary }, person, decide), naming) : all,
      ...(isShort ? { all } : {}),
      path: person.path.map(({ step }) => step),
      answers: person.answers,
      times: person.times,
      outputs: person.outputs,
      replayed: trace !== null,
    },
    replayed: trace !== null,
  };
}

/**
 * Returns a function that gives each edge a priority. An edge has a higher priority if the people who take it
 * are more similar to the ordinary person.
 */
function closeness(
  { flow: { space } }: SymbolicWalk,
  ordinary: OrdinaryValues,
  pick: (set: Node) => Cells,
): (edge: Edge) => number {
  const known = new Map<Edge, number>();
  const judge = ({ set }: Edge): number =>
    set === space.diagrams.no
      ? Number.NEGATIVE_INFINITY
      : -[...pick(set)].filter(([level, cell]) => ordinaryCell(space, level, ordinary) !== cell).length;
  return (edge) => {
    const found = known.get(edge) ?? judge(edge);
    known.set(edge, found);
    return found;
  };
}

/** Describes the path that a person took, and the errors of their answer at its last step. */
function tracedBy({ walk: { trail, at } }: NonNullable<ReturnType<typeof replay>>): string {
  const errors = "errors" in at ? at.errors.map(({ code, pointer }) => `${code} ${pointer}`) : [];
  return JSON.stringify([trail.map(({ step, to }) => [step, to]), at.step, at.kind, errors]);
}
