import type { Compiled } from "../../flow/compiled.ts";
import type { Definition } from "../../flow/definition.ts";
import type { EndStep } from "../../flow/flow-file.ts";
import { compileInProcess } from "../../flow/loading.ts";
import { onlyUndecided } from "../model/index.ts";
import { flowSpaceOf, type SymbolicWalk, walkSymbolically } from "../prove/index.ts";
import { NOBODY, type Ordinary, ordinaryValues } from "../witness/index.ts";
import { type Naming, namingOf, type Words } from "../words/index.ts";
import { chooseRoutes, type Merged, priceOf, takenEdges } from "./choose-routes.ts";
import { type Detour, detoursOf, nameOfDetour, withDetour } from "./detours.ts";
import type { Traveller } from "./go-along.ts";
import { conditionOfDetour, conditionsOf, joined, type PathCondition } from "./path-conditions.ts";
import { pathNames } from "./path-names.ts";
import { type Along, nameOfEdge, type Route, type Routes, routesOf } from "./routes.ts";
import { goes, stepsOf, witnessOf } from "./witness.ts";

/** A class of paths through a flow: all paths that pass these steps and leave them in the same ways. */
export type PathClass = {
  /** Number of the path, from 1, in list order. */
  readonly number: number;
  /**
   * Name of the path. It consists of the path's end and its unusual choices: `paid:acknowledge,otp`. The name
   * does not change when other paths are added or removed.
   */
  readonly name: string;
  readonly steps: readonly string[];
  /** Last step of the path: an end, or a wait. */
  readonly end: {
    readonly step: string;
    readonly kind: "wait" | EndStep["outcome"];
    readonly reason: string | null;
  };
  /** Conditions that select this path, step by step. Empty if everyone takes the path. */
  readonly conditions: readonly PathCondition[];
  /** Error on the path that makes the person answer a step again; `null` if there is no such error. */
  readonly detour: Detour | null;
  /**
   * Made-up person who takes this path and is as ordinary as the path allows. The path is replayed with this
   * person.
   */
  readonly traveller: Traveller;
};

/** All classes of paths through a flow. */
export type Atlas = {
  readonly flow: string;
  /** Number of possible paths. */
  readonly ways: number;
  readonly classes: readonly PathClass[];
  /**
   * How paths are merged if there are too many to show one by one. `null` if each path is a separate class.
   */
  readonly merged: Merged | null;
  /**
   * Number of possible ways to leave steps, plus the number of errors that lead back to an earlier step.
   * `unshown` lists the ways and errors that no class shows.
   */
  readonly edges: number;
  readonly unshown: readonly string[];
};

export type AtlasOptions = {
  /** Compiled definition. If omitted, the definition is compiled in process. */
  readonly compiled?: Compiled;
  readonly ordinary?: Ordinary;
  readonly naming?: Naming;
};

/**
 * Returns every class of paths through a flow, each with a person who takes it. Deterministic: the same
 * definition gives the same atlas.
 * @throws if the definition cannot be loaded.
 */
export function atlasOf(definition: Definition, options: AtlasOptions = {}): Atlas {
  const compiled = options.compiled ?? compileInProcess(definition);
  const flow = flowSpaceOf(definition, 1_000_000);
  if ("findings" in flow) throw new Error(`atlasOf: ${definition.flow.id} does not load`);
  const walk = walkSymbolically(flow, { straight: true });
  const routes = routesOf(walk);
  const { chosen, merged } = chooseRoutes(walk, routes);
  const names = pathNames(walk);
  const naming = options.naming ?? namingOf(definition);
  const looking = {
    walk,
    compiled,
    ordinary: ordinaryValues(definition, options.ordinary ?? NOBODY),
  };
  const witness = (route: Route, along: readonly Along[], detour: Detour | null): Traveller | null => {
    try {
      const found = witnessOf(looking, route, along);
      if (found === null || detour === null) return found;
      const sentBack = withDetour(definition, found, detour);
      return goes(compiled, sentBack, route) ? sentBack : null;
    } catch (error) {
      onlyUndecided(error);
      return null;
    }
  };
  const shown = new Set<string>();
  const classes: PathClass[] = [];
  for (const { route, detour } of withDetours(walk, routes, chosen)) {
    const along = routes.along(route);
    const traveller = witness(route, along, detour);
    if (traveller === null) continue;
    for (const edge of route.edges) shown.add(nameOfEdge(edge));
    if (detour !== null) shown.add(nameOfDetour(detour));
    classes.push({
      number: classes.length + 1,
      name: names(route, detour),
      steps: stepsOf(route),
      end: endOf(definition, route.rest),
      conditions: [
        ...conditionsOf({ walk, routes, naming }, route, along),
        ...(detour === null ? [] : [conditionOfDetour(definition, detour)]),
      ],
      detour,
      traveller,
    });
  }
  const edges = [...takenEdges(walk).map(nameOfEdge), ...detoursOf(definition).map(nameOfDetour)];
  return {
    flow: definition.flow.id,
    ways: routes.count(),
    classes,
    merged,
    edges: edges.length,
    unshown: edges.filter((name) => !shown.has(name)),
  };
}

type Path = { readonly route: Route; readonly detour: Detour | null };

/**
 * Returns the chosen routes. Adds, for each error that leads back, the most usual route on which the error
 * can happen.
 */
function withDetours(walk: SymbolicWalk, routes: Routes, chosen: readonly Route[]): readonly Path[] {
  const price = priceOf(walk);
  const cost = ({ edges, rest }: Route): number =>
    edges.reduce((sum, edge) => sum + price.edge(edge), price.rest(rest));
  const paths: Path[] = chosen.map((route) => ({ route, detour: null }));
  for (const detour of detoursOf(walk.flow.definition)) {
    const past = takenEdges(walk)
      .filter(({ from, way }) => from === detour.at && way.kind === "next")
      .flatMap((over) => routes.cheapest({ over, price }) ?? [])
      .sort((left, right) => cost(left) - cost(right));
    const [route] = past;
    if (route === undefined) continue;
    const after = paths.findLastIndex((one) => one.route.rest === route.rest);
    paths.splice(after + 1, 0, { route, detour });
  }
  return paths;
}

/** Returns one sentence with everything that selects a class. */
export function wordsOfClass({ conditions }: PathClass): Words {
  return joined(conditions);
}

function endOf({ flow }: Definition, step: string): PathClass["end"] {
  const file = flow.steps[step];
  return file?.kind === "end"
    ? { step, kind: file.outcome, reason: file.reason }
    : { step, kind: "wait", reason: null };
}
