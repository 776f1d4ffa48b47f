import type { Compiled } from "../../flow/compiled.ts";
import type { Definition } from "../../flow/definition.ts";
import { compileInProcess } from "../../flow/loading.ts";
import type { JsonObject } from "../../values/json.ts";
import { reachableFrom } from "../check-graph.ts";
import { onlyUndecided } from "../diagram/questions.ts";
import { flowSpaceOf } from "../prove/flow-space.ts";
import { goOn } from "../prove/onward.ts";
import { type Person, personOfWay } from "../prove/person.ts";
import { replay } from "../prove/replay.ts";
import { type Edge, type SymbolicWalk, walkSymbolically } from "../prove/symbolic-walk.ts";
import { cubeOfWay, type PersonalWay, wayOf } from "../prove/way.ts";
import { namingOf, type Words, wordsOfCube } from "../words/people.ts";

/** One class of ways through a flow: whoever goes like this person. */
export type PathClass = {
  readonly id: string;
  readonly flow: string;
  /** Steps in their order, each with how it was left. */
  readonly path: readonly { readonly step: string; readonly left: string }[];
  /** The step at which it ends. */
  readonly end: string;
  readonly words: Words;
  /** Everything to replay it: answers, facts and flags per time between receipts, outputs of effects. */
  readonly person: JsonObject;
  /** Whether the engine's own walk took the person this way. */
  readonly replayed: boolean;
};

/** The classes of ways through a flow, and the ways of leaving a step that no class shows. */
export type Atlas = { readonly classes: readonly PathClass[]; readonly unshown: readonly string[] };

/**
 * Few people who together leave every step in every way that anybody can. Deterministic: the same definition gives the
 * same atlas, so that it can be kept as regression cases.
 */
export function atlasOf(definition: Definition, compiled: Compiled = compileInProcess(definition)): Atlas {
  const flow = flowSpaceOf(definition, 1_000_000);
  if ("findings" in flow) throw new Error(`atlasOf: ${definition.flow.id} does not load`);
  const walk = walkSymbolically(flow);
  const edges = [...walk.sets.values()]
    .flatMap((sets) => sets.edges)
    .filter(({ set }) => set !== flow.space.diagrams.no);
  const covered = new Set<string>();
  const classes: PathClass[] = [];
  // Later edges first: a way to the end shows many earlier ones.
  for (const edge of [...edges].reverse()) {
    if (covered.has(nameOf(edge))) continue;
    const one = classThrough(walk, compiled, edge, covered);
    if (one === null) continue;
    classes.push({ ...one, id: `${definition.flow.id}-${classes.length + 1}` });
    for (const { step, left } of one.path) covered.add(`${step} ${left}`);
  }
  return { classes, unshown: edges.map(nameOf).filter((name) => !covered.has(name)) };
}

function classThrough(
  walk: SymbolicWalk,
  compiled: Compiled,
  edge: Edge,
  covered: ReadonlySet<string>,
): Omit<PathClass, "id"> | null {
  const { definition } = walk.flow;
  const beyond = reachableFrom(definition, edge.to);
  const ends = Object.entries(definition.flow.steps)
    .filter(([id, step]) => step.kind === "end" && beyond.has(id))
    .map(([id]) => id);
  // Back from an end through what lies beyond the edge, over the edge, and from there over whatever is new.
  const prefer = (one: Edge): number =>
    one === edge ? 4 : (beyond.has(one.from) ? 2 : 0) + (covered.has(nameOf(one)) ? 0 : 1);
  const through = [
    onwardThrough(walk, edge, covered),
    ...ends.map((end) => backThrough(walk, end, edge, prefer)),
  ];
  for (const way of through) {
    if (way === null) continue;
    const end = way.stages[way.stages.length - 1]?.step ?? "";
    try {
      const person = personOfWay(walk, way);
      const found = person && replay(compiled, person, false);
      if (person === null || !found || found.walk.at.step !== end) continue;
      return {
        flow: definition.flow.id,
        path: person.path.flatMap(({ step, way: how }) => (how ? [{ step, left: leftOf(how) }] : [])),
        end,
        words: wordsOfCube(cubeOfWay(walk, way, end), namingOf(definition)),
        person: caseOf(person),
        replayed: true,
      };
    } catch (error) {
      onlyUndecided(error);
    }
  }
  return null;
}

/** To the edge and over it, and then on over whatever is new. */
function onwardThrough(walk: SymbolicWalk, edge: Edge, covered: ReadonlySet<string>): PersonalWay | null {
  const { diagrams } = walk.flow.space;
  const given = walk.sets.get(edge.to)?.given ?? new Set<number>();
  const unread = [...diagrams.support(edge.set)].filter((level) => !given.has(level));
  const over = (one: Edge): number => (one === edge ? 2 : covered.has(nameOf(one)) ? 0 : 1);
  const set = diagrams.forget(edge.set, new Set(unread));
  const way = wayOf(walk, edge.to, set, false, over);
  return passes(way, edge) ? goOn(walk, way, over) : null;
}

function backThrough(
  walk: SymbolicWalk,
  end: string,
  edge: Edge,
  prefer: (edge: Edge) => number,
): PersonalWay | null {
  const arrive = walk.sets.get(end)?.arrive;
  if (arrive === undefined || arrive === walk.flow.space.diagrams.no) return null;
  const way = wayOf(walk, end, arrive, false, prefer);
  return passes(way, edge) ? way : null;
}

function passes(way: PersonalWay, edge: Edge): boolean {
  return way.stages.some(
    (stage) => stage.way !== null && `${stage.step} ${leftOf(stage.way)}` === nameOf(edge),
  );
}

/** What a replay needs, as plain JSON. */
function caseOf({ answers, times, outputs }: Person): JsonObject {
  return { answers, times: times as unknown as JsonObject[], outputs };
}

function leftOf(way: Edge["way"]): string {
  switch (way.kind) {
    case "next":
      return `next ${way.index}`;
    case "error":
      return `error ${way.code}`;
    case "timeout":
      return "timeout";
  }
}

function nameOf(edge: Edge): string {
  return `${edge.from} ${leftOf(edge.way)}`;
}
