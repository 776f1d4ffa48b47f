import type { JsonObject } from "../../../../engine/values/json.ts";
import type { SymbolicWalk, Way } from "../../../../engine/verify/prove/symbolic-walk.ts";
import { cubeOfWay, wayOf } from "../../../../engine/verify/prove/way.ts";
import { setOf, valuesOf } from "./space.ts";

const spelled = (way: Way | null): string => {
  if (way === null) return "";
  return way.kind === "next" ? `next ${way.index}` : way.kind === "error" ? `error ${way.code}` : way.kind;
};

export type Asked = { readonly who?: JsonObject; readonly answered?: boolean; readonly prefer?: string };

/** Returns the path of a user who reaches a step (or has answered at the step) and has these values. */
export function goes(walk: SymbolicWalk, step: string, { who = {}, answered = false, prefer }: Asked = {}) {
  const { flow } = walk;
  const sets = walk.sets.get(step);
  const among = (answered ? sets?.answered : sets?.arrive) ?? flow.space.diagrams.no;
  const set = flow.space.diagrams.both(among, setOf(flow, who));
  const way = wayOf(
    walk,
    step,
    set,
    answered,
    prefer === undefined ? undefined : ({ from }) => (from === prefer ? 1 : 0),
  );
  if (way === null) throw new Error(`no one reaches ${step}`);
  return {
    path: way.stages.map((stage) => [stage.step, spelled(stage.way), stage.to, stage.time]),
    answers: way.stages.map(({ answers }) => valuesOf(flow, answers)),
    outputs: way.stages.map(({ output }) => valuesOf(flow, output)),
    times: way.times.map((cells) => valuesOf(flow, cells)),
    known: way.known.map((cells) => valuesOf(flow, cells)),
    cells: valuesOf(flow, way.cells),
    words: cubeOfWay(walk, way, step).map(
      ({ variable, cells }) => `${variable.path}=${cells[0]?.value ?? "-"}`,
    ),
  };
}
