import { compileInProcess } from "../../../../engine/flow/loading.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { cubesOf, type Node } from "../../../../engine/verify/model/index.ts";
import { type FlowSpace, flowSpaceOf } from "../../../../engine/verify/prove/flow-space.ts";
import { type SymbolicWalk, walkSymbolically } from "../../../../engine/verify/prove/symbolic-walk.ts";
import type { Proof } from "../../../../engine/verify/prove/witness.ts";
import { spell } from "../../../../engine/verify/words/index.ts";
import { act, decide, END, form, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";

/** Returns the space of a small flow whose rules have no faults. */
export function spaceOf(of: Small): FlowSpace {
  const flow = flowSpaceOf(small(of), 100_000);
  if ("findings" in flow) throw new Error(flow.findings.map(spell).join("\n"));
  return flow;
}

/** Returns the symbolic traversal of a small flow. */
export function walkOf(of: Small): SymbolicWalk {
  return walkSymbolically(spaceOf(of));
}

/** Returns a traversal together with the compiled definition. */
export function proofOf(walk: SymbolicWalk): Proof {
  const compiled = compileInProcess(walk.flow.definition);
  return {
    walk,
    generous: () => walkSymbolically(walk.flow, { generous: true }),
    compiled: () => compiled,
    ordinary: null,
  };
}

/**
 * Returns a set as classes of users: `path=value/value`, `-` for a missing value, `there` for any present
 * value.
 */
export function people({ space }: FlowSpace, set: Node): readonly string[] {
  return cubesOf(space, set).cubes.map((cube) =>
    cube
      .map(({ variable: { path, presence }, cells }) => {
        const words = cells.map(({ value }) => (presence && value !== undefined ? "there" : spelled(value)));
        return `${path}=${words.join("/")}`;
      })
      .join(" "),
  );
}

/** Converts cells by level to values by data path; `-` for a missing value, `there` for any present value. */
export function valuesOf({ space }: FlowSpace, cells: ReadonlyMap<number, number>): JsonObject {
  return Object.fromEntries(
    [...cells]
      .map(([level, cell]): [string, Json] => {
        const {
          path,
          presence,
          cells: all,
        } = space.variables[level] as FlowSpace["space"]["variables"][number];
        const value = all[cell]?.value;
        return [path, value === undefined ? "-" : presence ? "there" : value];
      })
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** Returns the data paths of variables, sorted. */
export function placesOf({ space }: FlowSpace, levels: Iterable<number>): readonly string[] {
  return [...levels].map((level) => space.variables[level]?.path ?? "none").sort();
}

/**
 * Returns the cells of a space in which data paths have these values; `-` for a missing value, `there` for a
 * present one.
 */
export function cellsOf({ space }: FlowSpace, values: JsonObject): ReadonlyMap<number, number> {
  return new Map(
    Object.entries(values).map(([path, value]) => {
      const level = space.levelOf(path) as number;
      const cells = space.variables[level]?.cells ?? [];
      return [
        level,
        value === "there" ? 0 : cells.findIndex((cell) => spelled(cell.value) === spelled(value)),
      ];
    }),
  );
}

/** Returns the set of all users with these values. */
export function setOf(flow: FlowSpace, values: JsonObject): Node {
  const { diagrams, variables } = flow.space;
  return [...cellsOf(flow, values)]
    .map(([level, wanted]) =>
      diagrams.ask(
        level,
        (variables[level]?.cells ?? []).map((_, cell) => (cell === wanted ? diagrams.yes : diagrams.no)),
      ),
    )
    .reduce(diagrams.both, diagrams.yes);
}

/** Returns a flow of a form, an effect, and a decision by these conditions. */
export const around = (conditions: readonly Logic[], more: Omit<Small, "steps"> = {}): Small => ({
  forms: { ask: { yes: YES } },
  outputs: { "small.act": { ok: YES } },
  ...more,
  steps: {
    ask: form("act"),
    act: act("sort"),
    sort: decide(...conditions.map((one) => [one, "done"] as const), "done"),
    done: END,
  },
});

function spelled(value: Json | undefined): string {
  return value === undefined ? "-" : typeof value === "string" ? value : JSON.stringify(value);
}
