import type { Step } from "../../flow/flow-file.ts";
import { allMissing, type Node, reachableFrom, type Variable } from "../model/index.ts";
import { ageLevels, type Edge, passedPath, type StepSets, type SymbolicWalk } from "../prove/index.ts";

/** A path through a flow, as the edges from the start to the end or wait at which people stop. */
export type Route = { readonly edges: readonly Edge[]; readonly rest: string };

/**
 * The people on one route at one step: those who arrive, those who pass the checks, and those who leave by
 * the edge that belongs to the route.
 */
export type Along = {
  readonly step: string;
  readonly arrive: Node;
  readonly passing: Node;
  readonly left: Node;
};

/** The costs by which routes are compared: the cost of an edge, and the cost of stopping at a step. */
export type Price = {
  readonly edge: (edge: Edge) => number;
  readonly rest: (step: string) => number;
};

/** Queries about the possible routes of a flow. */
export type Routes = {
  /** Returns the number of routes. Routes to a wait count as well as routes to an end. */
  readonly count: () => number;
  /** Returns the number of routes that stop at a step. */
  readonly countTo: (rest: string) => number;
  /** Yields all routes in the order of the definition. */
  readonly all: () => Generator<Route>;
  /**
   * Returns the cheapest route. If `over` is given, the route must contain that edge. If `rest` is given, the
   * route must stop at that step. Returns `null` if no person takes such a route.
   */
  readonly cheapest: (wanted: {
    readonly over?: Edge;
    readonly rest?: string;
    readonly price: Price;
  }) => Route | null;
  /** Returns the people on a route, step by step. */
  readonly along: (route: Route) => readonly Along[];
  /** Returns the edges by which the people at this step of a route could have left instead. */
  readonly choices: (at: Along) => readonly Edge[];
};

type Best = { readonly price: number; readonly edge: Edge | null; readonly rest: Best | null };

/** Returns true if people stop at a step, because the step is an end or waits for an event. */
export function isRest(step: Step): boolean {
  return step.kind === "end" || step.kind === "wait";
}

/** Returns the routes of a symbolic walk. */
export function routesOf(walk: SymbolicWalk): Routes {
  const { definition, space } = walk.flow;
  const { diagrams } = space;
  const { steps, start } = definition.flow;
  const setsOf = (step: string): StepSets => walk.sets.get(step) as StepSets;
  const edgesOf = (step: string): readonly Edge[] =>
    setsOf(step).edges.filter(({ set }) => set !== diagrams.no);
  const read = readFrom(walk);
  const begin = setsOf(start).arrive;

  // Routes share their first steps, so the results are cached.
  const leaveOnce = onceEach((set, edge) => leave(walk, set, edge));
  /**
   * Returns the people of `set` who leave by the edge. `set` contains people who arrive at the edge's step.
   */
  const take = onceEach((set, edge) => {
    const to = setsOf(edge.to);
    const absent = new Set([...to.given].filter((level) => !edge.given.has(level)));
    return diagrams.both(leaveOnce(set, edge).left, allMissing(space, absent));
  });
  /**
   * Returns the people of `set` who leave by the edge, like `take`. Also removes variables that no later step
   * reads.
   */
  const takeForgetting = onceEach((set, edge) => {
    const after = take(set, edge);
    const needed = read.get(edge.to) ?? new Set<number>();
    return diagrams.forget(
      after,
      new Set([...diagrams.support(after)].filter((level) => !needed.has(level))),
    );
  });

  const counts = new Map<string, number>();
  const count = (step: string, set: Node, rest: string | null): number => {
    const key = `${step} ${set} ${rest}`;
    const known = counts.get(key);
    if (known !== undefined) return known;
    let sum = isRest(steps[step] as Step) && (rest === null || rest === step) ? 1 : 0;
    for (const edge of edgesOf(step)) {
      const after = takeForgetting(set, edge);
      if (after !== diagrams.no) sum += count(edge.to, after, rest);
    }
    counts.set(key, sum);
    return sum;
  };

  function* all(step: string, set: Node, edges: readonly Edge[]): Generator<Route> {
    if (isRest(steps[step] as Step)) yield { edges, rest: step };
    for (const edge of edgesOf(step)) {
      const after = takeForgetting(set, edge);
      if (after !== diagrams.no) yield* all(edge.to, after, [...edges, edge]);
    }
  }

  const beyond = new Map<string, ReadonlySet<string>>();
  const reaches = (from: string, to: string): boolean => {
    const known = beyond.get(from) ?? reachableFrom(definition, from);
    beyond.set(from, known);
    return known.has(to);
  };

  const cheapest: Routes["cheapest"] = ({ over = null, rest = null, price }) => {
    const known = new Map<string, Best | null>();
    const best = (step: string, set: Node, isOver: boolean): Best | null => {
      const key = `${step} ${set} ${isOver}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const rests = isOver && isRest(steps[step] as Step) && (rest === null || rest === step);
      let least: Best | null = rests ? { price: price.rest(step), edge: null, rest: null } : null;
      for (const edge of edgesOf(step)) {
        if (!isOver && edge !== over && !reaches(edge.to, over?.from ?? "")) continue;
        if (rest !== null && !reaches(edge.to, rest)) continue;
        const after = takeForgetting(set, edge);
        const on = after === diagrams.no ? null : best(edge.to, after, isOver || edge === over);
        if (on === null) continue;
        const sum = price.edge(edge) + on.price;
        if (least === null || sum < least.price) least = { price: sum, edge, rest: on };
      }
      known.set(key, least);
      return least;
    };
    const edges: Edge[] = [];
    let at = best(start, begin, over === null);
    if (at === null) return null;
    for (; at?.edge != null; at = at.rest) edges.push(at.edge);
    return { edges, rest: edges[edges.length - 1]?.to ?? start };
  };

  return {
    count: () => count(start, begin, null),
    countTo: (rest) => count(start, begin, rest),
    all: () => all(start, begin, []),
    cheapest,
    along: ({ edges, rest }) => {
      let arrive = begin;
      const stages: Along[] = edges.map((edge) => {
        const { passing, left } = leaveOnce(arrive, edge);
        const stage = { step: edge.from, arrive, passing, left };
        arrive = take(arrive, edge);
        return stage;
      });
      const end = diagrams.both(arrive, setsOf(rest).passing);
      return [...stages, { step: rest, arrive, passing: end, left: end }];
    },
    choices: ({ step, arrive }) => edgesOf(step).filter((edge) => take(arrive, edge) !== diagrams.no),
  };
}

/** Caches the results of a function of a set of people and an edge. */
function onceEach<Answer>(run: (set: Node, edge: Edge) => Answer): (set: Node, edge: Edge) => Answer {
  const known = new Map<string, Answer>();
  return (set, edge) => {
    const key = `${set} ${nameOfEdge(edge)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = run(set, edge);
    known.set(key, answer);
    return answer;
  };
}

/** Returns a name for one way to leave a step. The name begins with the step. */
export function nameOfEdge({ from, way }: Pick<Edge, "from" | "way">): string {
  switch (way.kind) {
    case "next":
      return `${from} next ${way.index}`;
    case "error":
      return `${from} error ${way.code}`;
    case "timeout":
      return `${from} timeout`;
  }
}

/**
 * Returns the people of `arrive` who pass the checks of the edge's step (`passing`), and those of them who
 * leave by the edge (`left`). If the edge crosses a receipt, only the variables that the receipt freezes are
 * kept.
 */
function leave(
  walk: SymbolicWalk,
  arrive: Node,
  edge: Edge,
): { readonly passing: Node; readonly left: Node } {
  const { space, remembered } = walk.flow;
  const { diagrams } = space;
  const sets = walk.sets.get(edge.from) as StepSets;
  const passing = diagrams.both(diagrams.forget(arrive, sets.own), sets.passing);
  if (!edge.crossed) return { passing, left: diagrams.both(passing, edge.set) };
  const ages = ageLevels(walk.flow);
  const fresh = new Set([...walk.renewed].filter((level) => !ages.has(level)));
  for (const step of remembered) fresh.add(space.levelOf(passedPath(step)) as number);
  let kept = diagrams.forget(passing, fresh);
  for (const level of ages)
    kept = diagrams.onward(kept, level, (space.variables[level] as Variable).cells.length - 1);
  return { passing, left: diagrams.both(kept, edge.set) };
}

/** Returns for each step the variables that this step or a later one reads. */
function readFrom(walk: SymbolicWalk): ReadonlyMap<string, ReadonlySet<number>> {
  const { definition, space } = walk.flow;
  const own = new Map<string, ReadonlySet<number>>();
  for (const [step, sets] of walk.sets) {
    const levels = new Set<number>();
    for (const set of [sets.passing, ...sets.edges.map((edge) => edge.set)])
      for (const level of space.diagrams.support(set)) levels.add(level);
    own.set(step, levels);
  }
  return new Map(
    [...walk.sets.keys()].map((step) => {
      const levels = new Set<number>();
      for (const later of reachableFrom(definition, step))
        for (const level of own.get(later) ?? []) levels.add(level);
      return [step, levels];
    }),
  );
}
