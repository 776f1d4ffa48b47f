import type { Definition } from "../../flow/definition.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { reachableFrom } from "../check-graph.ts";
import type { Edge, SymbolicWalk } from "../prove/symbolic-walk.ts";
import type { Detour } from "./detours.ts";
import { nameOfEdge, type Route } from "./routes.ts";

/**
 * Names for routes: where they end, then each choice that is not the usual one: `paid:acknowledge,otp`. A name depends on
 * its own route and on the choices of its steps, not on other routes.
 */
export function pathNames(walk: SymbolicWalk): (route: Route, detour?: Detour | null) => string {
  const { steps } = walk.flow.definition.flow;
  const isUsual = usualEdges(walk);
  const into = (step: string): number => (walk.sets.get(step)?.into ?? []).length;
  const label = ({ from, to, way }: Edge): string => {
    if (way.kind === "error") return `${from}.${way.code}`;
    if (way.kind === "timeout") return `${from}.timeout`;
    const next = nextOf(steps[from] as Parameters<typeof nextOf>[0]);
    return next.filter((entry) => entry.to === to).length > 1 ? `${from}.${way.index + 1}` : to;
  };
  return ({ edges, rest }, detour = null) => {
    const choices = edges.flatMap((edge, at) => {
      if (at < edges.length - 1) return isUsual(edge) ? [] : [label(edge)];
      if (into(rest) <= 1 || isUsual(edge)) return [];
      return [edge.way.kind === "next" && label(edge) === rest ? edge.from : label(edge)];
    });
    if (detour !== null) choices.push(`${detour.at}.${detour.code}`);
    return choices.length === 0 ? rest : `${rest}:${choices.join(",")}`;
  };
}

/**
 * Which way of leaving a step is the usual one: of the entries of `next` that can still lead to an end that is `done`, or
 * of all where none can, the last that anybody takes.
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
