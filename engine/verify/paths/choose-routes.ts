import type { Edge, SymbolicWalk } from "../prove/index.ts";
import { usualEdges } from "./path-names.ts";
import { isRest, nameOfEdge, type Price, type Route, type Routes } from "./routes.ts";

/** Maximum number of paths that are shown one by one. If there are more, they are merged. */
export const MOST_PATHS = 60;

/** Merged paths, grouped by the end or wait at which they stop. */
export type Merged = {
  readonly bound: number;
  readonly by: readonly { readonly end: string; readonly ways: number; readonly shown: number }[];
};

/**
 * Chooses the routes to show. Up to `MOST_PATHS`, all routes are shown. Beyond that, each end and wait gets
 * its most usual route. Each way to leave a step gets a route that is otherwise as usual as possible. Routes
 * that only combine unusual choices differently are merged with these routes. The result is sorted by the
 * flow's ends, with the most usual route first.
 */
export function chooseRoutes(
  walk: SymbolicWalk,
  routes: Routes,
): { readonly chosen: readonly Route[]; readonly merged: Merged | null } {
  const { steps } = walk.flow.definition.flow;
  const rests = Object.entries(steps).flatMap(([id, step]) => (isRest(step) ? [id] : []));
  const chosen = routes.count() <= MOST_PATHS ? [...routes.all()] : representatives(walk, routes, rests);
  const place = new Map(rests.map((step, at) => [step, at]));
  const price = priceOf(walk);
  const order = ({ edges, rest }: Route): readonly [number, number] => [
    place.get(rest) as number,
    edges.reduce((sum, edge) => sum + price.edge(edge), 0),
  ];
  chosen.sort((left, right) => {
    const [a, b] = [order(left), order(right)];
    return a[0] - b[0] || a[1] - b[1];
  });
  if (chosen.length === routes.count()) return { chosen, merged: null };
  const by = rests.flatMap((end) => {
    const ways = routes.countTo(end);
    return ways === 0 ? [] : [{ end, ways, shown: chosen.filter(({ rest }) => rest === end).length }];
  });
  return { chosen, merged: { bound: MOST_PATHS, by } };
}

/**
 * Returns the costs by which routes are compared. Each unusual choice costs 1. Stopping at an end whose
 * outcome is not `done`, or at a wait, also costs 1.
 */
export function priceOf(walk: SymbolicWalk): Price {
  const { steps } = walk.flow.definition.flow;
  const isUsual = usualEdges(walk);
  return {
    edge: (edge) => (isUsual(edge) ? 0 : 1),
    rest: (step) => {
      const file = steps[step];
      return file?.kind === "end" && file.outcome === "done" ? 0 : 1;
    },
  };
}

function representatives(walk: SymbolicWalk, routes: Routes, rests: readonly string[]): Route[] {
  const price = priceOf(walk);
  const chosen: Route[] = [];
  const shown = new Set<string>();
  const keep = (route: Route | null): void => {
    if (route === null) return;
    chosen.push(route);
    for (const edge of route.edges) shown.add(nameOfEdge(edge));
  };
  for (const rest of rests) keep(routes.cheapest({ rest, price }));
  for (const edge of takenEdges(walk))
    if (!shown.has(nameOfEdge(edge))) keep(routes.cheapest({ over: edge, price }));
  return chosen;
}

/** Returns the possible ways to leave steps. */
export function takenEdges(walk: SymbolicWalk): readonly Edge[] {
  return [...walk.sets.values()]
    .flatMap(({ edges }) => edges)
    .filter(({ set }) => set !== walk.flow.space.diagrams.no);
}
