import type { Definition } from "../../flow/definition.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { reachableFrom } from "../model/index.ts";
import type { Edge, SymbolicWalk } from "../prove/index.ts";
import type { Detour } from "./detours.ts";
import { nameOfEdge, type Route } from "./routes.ts";

/**
 * Returns a function that names routes. A name consists of the end, then each unusual choice:
 * `paid:acknowledge,otp`. The name depends on the route and on the choices at its steps, but on no other
 * route.
 */
export function pathNames(walk: SymbolicWalk): (route: Route, detour?: Detour | null) => string {
  const { steps } = walk.flow.definition.flow;
  const isUsual = usualEdges(walk);
  const into = (step: string): number => (walk.sets.get(step)?.into ?? []).length;
  const unusual = [...walk.sets.values()].flatMap(({ edges }) => edges.filter((edge) => !isUsual(edge)));
  const led = new Map<string, number>();
  for (const { to, way } of unusual) if (way.kind === "next") led.set(to, (led.get(to) ?? 0) + 1);
  /**
   * Returns the name of a choice: the step to which it leads. If several choices lead to that step, the name
   * also contains the step at which the choice is made.
   */
  const label = ({ from, to, way }: Edge): string => {
    if (way.kind === "error") return `${from}.${way.code}`;
    if (way.kind === "timeout") return `${from}.timeout`;
    const next = nextOf(steps[from] as Parameters<typeof nextOf>[0]);
    if (next.filter((entry) => entry.to === to).length > 1) return `${from}.${way.index + 1}`;
    return (led.get(to) as number) > 1 ? `${from}.${to}` : to;
  };
  const choiceNames = new Set(unusual.map(label));
  /**
   * Returns the name of a choice that leads to the end of the path. The name of the path already contains the
   * end. So the choice is named after the step at which it is made.
   */
  const lastLabel = (edge: Edge): string => {
    const { from, to } = edge;
    const isPlain = label(edge) === to || label(edge) === `${from}.${to}`;
    if (edge.way.kind !== "next" || !isPlain) return label(edge);
    return choiceNames.has(from) ? `${from}.${to}` : from;
  };
  return ({ edges, rest }, detour = null) => {
    const choices = edges.flatMap((edge, at) => {
      if (isUsual(edge)) return [];
      if (at < edges.length - 1) return [label(edge)];
      return into(rest) <= 1 ? [] : [lastLabel(edge)];
    });
    if (detour !== null) choices.push(`${detour.at}.${detour.code}`);
    return choices.length === 0 ? rest : `${rest}:${choices.join(",")}`;
  };
}

/**
 * Returns a function that states whether a way to leave a step is usual. The usual way is the last possible
 * `next` entry that can still lead to an end with the outcome `done`. If no entry can, it is the last
 * possible entry.
 */
export function usualEdges(walk: SymbolicWalk): (edge: Edge) => boolean {
  const { definition, space } = walk.flow;
  const usual = new Set<string>();
  for (const { edges } of walk.sets.values()) {
    const next = edges.filter(({ way, set }) => way.kind === "next" && set !== space.diagrams.no);
    const good = next.filter(({ to }) => leadsToDone(definition, to));
    const last = (good.length > 0 ? good : next).at(-1);
    if (last !== undefined) usual.add(nameOfEdge(last));
  }
  return (edge) => usual.has(nameOfEdge(edge));
}

function leadsToDone(definition: Definition, from: string): boolean {
  return [...reachableFrom(definition, from)].some((id) => {
    const step = definition.flow.steps[id];
    return step?.kind === "end" && step.outcome === "done";
  });
}
