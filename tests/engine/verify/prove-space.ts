import { compileInProcess, readDefinition } from "../../../engine/flow/loading.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { cubesOf } from "../../../engine/verify/diagram/cubes.ts";
import type { Node } from "../../../engine/verify/diagram/diagram.ts";
import { type FlowSpace, flowSpaceOf } from "../../../engine/verify/prove/flow-space.ts";
import { type SymbolicWalk, walkSymbolically } from "../../../engine/verify/prove/symbolic-walk.ts";
import type { Proof } from "../../../engine/verify/prove/witness.ts";
import { spell } from "../../../engine/verify/words/finding-words.ts";
import { sourceOf } from "../flow/fixtures/source-of.ts";

/** Fields of an object by name; one that ends in `?` may be missing. A whole schema may stand there too. */
type Fields = JsonObject;

/** The parts of a small flow that a proof is about. */
export type Small = {
  readonly steps: JsonObject;
  /** `flags`, `derived`, `invariants`, and `start` where it is not the first step. */
  readonly flow?: JsonObject;
  readonly forms?: { readonly [step: string]: Fields };
  readonly facts?: { readonly [fact: string]: Fields };
  /** Arguments of facts: names to the places of answers. */
  readonly args?: { readonly [fact: string]: { readonly [name: string]: string } };
  /** Facts of which there may be nothing to say. */
  readonly absent?: readonly string[];
  readonly rules?: { readonly [rule: string]: JsonObject };
  /** Outputs of effects, by the effect; the data of events likewise. */
  readonly effects?: { readonly [effect: string]: Fields };
  readonly events?: { readonly [event: string]: Fields };
};

/** The definition of a small flow, as it is read from its files. */
export function small({ steps, flow = {}, forms = {}, facts = {}, args = {}, absent = [], ...more }: Small) {
  const { rules = {}, effects = {}, events = {} } = more;
  const empty = { type: "object", properties: {} };
  const { definition, findings } = readDefinition(
    sourceOf({
      flow: {
        id: "small",
        namespace: "small",
        subject: "account",
        inFlight: "stay",
        start: Object.keys(steps)[0] as string,
        facts: Object.fromEntries(Object.keys(facts).map((fact) => [fact, args[fact] ?? {}])),
        ...flow,
        steps,
      },
      schemas: each(forms, (fields, step) => ({ $id: `small/${step}`, ...schemaOf(fields) })),
      rules,
      facts: each(facts, (fields, fact) => ({
        args: each(args[fact] ?? {}, () => ({ type: "string" })),
        schema: schemaOf(fields),
        mayBeAbsent: absent.includes(fact),
        source: "a test",
        owner: "tests",
        privacy: "public",
      })),
      effects: each(effects, (fields, id) => ({
        id,
        mode: "local",
        repeatable: false,
        input: empty,
        output: schemaOf(fields),
        errors: {},
      })),
      events: each(events, (fields, id) => ({ id, data: schemaOf(fields) })),
    }),
  );
  const errors = findings.filter(({ severity }) => severity === "error");
  if (definition === null || errors.length > 0) throw new Error(errors.map(spell).join("\n"));
  return definition;
}

/** The space of a small flow whose rules check. */
export function spaceOf(of: Small): FlowSpace {
  const flow = flowSpaceOf(small(of), 100_000);
  if ("findings" in flow) throw new Error(flow.findings.map(spell).join("\n"));
  return flow;
}

/** Everybody walked through a small flow. */
export function walkOf(of: Small): SymbolicWalk {
  return walkSymbolically(spaceOf(of));
}

/** A walk with the engine's own beside it. */
export function proofOf(walk: SymbolicWalk): Proof {
  const compiled = compileInProcess(walk.flow.definition);
  return { walk, generous: () => walkSymbolically(walk.flow, null, true), compiled: () => compiled };
}

/** A set as classes of people: `place=value/value`, `-` where it is missing, `there` where the value does not matter. */
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

/** Cells by level as values by place; `-` where it is missing, `there` where the value does not matter. */
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

/** The places of variables, in the order of the alphabet. */
export function placesOf({ space }: FlowSpace, levels: Iterable<number>): readonly string[] {
  return [...levels].map((level) => space.variables[level]?.path ?? "none").sort();
}

/** The cells of a space in which places have these values; `-` where they are missing, `there` where they are not. */
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

/** Everybody of whom places have these values. */
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

export const YES: JsonObject = { type: "boolean" };
export const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 20 };
export const BAHT: JsonObject = { type: "string", format: "baht" };
export const DATE: JsonObject = { type: "string", format: "date" };
export const END: JsonObject = { kind: "end", outcome: "done", reason: "over" };

/** A place as logic. */
export const at = (path: string): JsonObject => ({ var: path });
/** Where a place is missing, as logic. */
export const gone = (path: string): JsonObject => ({ missing: [path] });
export type Entry = string | readonly [when: Json, to: string];
/** A `next` list: entries with conditions, and a last one without. */
export const next = (...entries: readonly Entry[]): Json =>
  entries.map((one) => (typeof one === "string" ? { to: one } : { when: one[0], to: one[1] }));

/** A `must` rule of clauses: places that mend them, and their logic. */
export function must(
  clauses: readonly (readonly [mend: string, logic: Json])[],
  more: JsonObject = {},
): JsonObject {
  return {
    must: clauses.map(([mend, logic], index) => ({
      id: `c${index}`,
      reason: "warning:small.clause",
      mend,
      logic,
    })),
    ...more,
  };
}

/** A form, an effect and a place to sort people behind them by these conditions. */
export const around = (conditions: readonly Json[], more: Omit<Small, "steps"> = {}): Small => ({
  forms: { ask: { yes: YES } },
  effects: { "small.act": { ok: YES } },
  ...more,
  steps: {
    ask: { kind: "form", next: next("act") },
    act: { kind: "effect", effect: "small.act", input: {}, errors: {}, next: next("sort") },
    sort: { kind: "decide", next: next(...conditions.map((one) => [one, "done"] as const), "done") },
    done: END,
  },
});

function schemaOf(fields: Fields): JsonObject {
  if (fields.type === "object") return fields;
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name.replace("?", ""), schema]),
    ),
    required: Object.keys(fields).filter((name) => !name.endsWith("?")),
  };
}

function each<Value, Made>(
  of: { readonly [name: string]: Value },
  make: (value: Value, name: string) => Made,
): { readonly [name: string]: Made } {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value, name)]));
}

function spelled(value: Json | undefined): string {
  return value === undefined ? "-" : typeof value === "string" ? value : JSON.stringify(value);
}
