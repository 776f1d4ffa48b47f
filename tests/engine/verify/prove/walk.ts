import type { FindingMessage } from "../../../../engine/rules/message.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { cubesOf, type Node } from "../../../../engine/verify/model/index.ts";
import { type ProveOptions, prove } from "../../../../engine/verify/prove/index.ts";
import {
  type StepSets,
  type SymbolicWalk,
  type WalkOptions,
  type Way,
  walkSymbolically,
} from "../../../../engine/verify/prove/symbolic-walk.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { placesOf, spaceOf } from "./space.ts";

/** Returns the symbolic traversal of a small flow. */
export function walking(of: Small, how: WalkOptions = {}): SymbolicWalk {
  return walkSymbolically(spaceOf(of), how);
}

/**
 * Returns which users leave each step in which way: `step how > to` with classes of users. `*` marks a way
 * with new facts and switches.
 */
export function edgesOf(walk: SymbolicWalk, ...steps: readonly string[]) {
  const edges = [...walk.sets]
    .filter(([step]) => steps.length === 0 || steps.includes(step))
    .flatMap(([, sets]) => sets.edges);
  return Object.fromEntries(
    edges.map(({ from, way, to, set, crossed }) => [
      `${from} ${howOf(way)} > ${to}${crossed ? " *" : ""}`,
      whoOf(walk, set),
    ]),
  );
}

/**
 * Returns which users arrive at a step and, in brackets, the data paths that may have a value at that step.
 */
export function arrivalsOf(walk: SymbolicWalk, ...steps: readonly string[]) {
  return Object.fromEntries(
    steps.map((step) => {
      const sets = walk.sets.get(step);
      if (sets === undefined) return [step, "no step"];
      return [step, `${whoOf(walk, sets.arrive)} [${placesOf(walk.flow, sets.given).join(" ")}]`];
    }),
  );
}

/** Returns the sets of users at a step, and the data paths that get their values at that step. */
export function setsOf(walk: SymbolicWalk, step: string) {
  const sets = walk.sets.get(step) as StepSets;
  return {
    arrive: whoOf(walk, sets.arrive),
    answered: whoOf(walk, sets.answered),
    passing: whoOf(walk, sets.passing),
    done: whoOf(walk, sets.done),
    timeout: whoOf(walk, sets.timeout),
    own: placesOf(walk.flow, sets.own).join(" "),
  };
}

/**
 * Returns a set of users as `everybody`, `nobody`, or its classes, each as `path=value/value`. `-` is
 * missing; `+` is present with any value.
 */
export function whoOf({ flow }: SymbolicWalk, set: Node): string {
  const { diagrams } = flow.space;
  if (set === diagrams.no) return "nobody";
  if (set === diagrams.yes) return "everybody";
  const classes = cubesOf(flow.space, set).cubes.map((cube) =>
    cube
      .map(({ variable: { path, presence }, cells }) => {
        const values = cells.map(({ value }) =>
          value === undefined ? "-" : presence ? "+" : spelled(value),
        );
        return `${path}=${values.join("/")}`;
      })
      .toSorted()
      .join(" "),
  );
  return classes.toSorted().join("; ");
}

function spelled(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function howOf(way: Way): string {
  return way.kind === "next" ? String(way.index) : way.kind === "error" ? way.code : way.kind;
}

/** Returns the findings about a small flow, each with its witness. */
export function proved(of: Small, options: ProveOptions = {}): readonly Told[] {
  return prove(small(of), options).map(({ severity, file, pointer, says, witness }) => {
    const { words: _, ...person } = (witness ?? {}) as JsonObject;
    return {
      at: `${severity} ${file.replace("flows/small/", "")} ${pointer}`,
      says,
      ...(witness === undefined ? {} : { person }),
    };
  });
}

type Told = { readonly at: string; readonly says: FindingMessage; readonly person?: JsonObject };
