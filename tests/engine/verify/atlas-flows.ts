import type { Compiled, Definition } from "../../../engine/flow/index.ts";
import { compileInProcess, readDefinition } from "../../../engine/flow/loading.ts";
import type { Logic } from "../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { type Atlas, atlasOf, type Ordinary, type Traveller } from "../../../engine/verify/atlas/index.ts";
import { type Routes, routesOf } from "../../../engine/verify/atlas/routes.ts";
import { flowSpaceOf } from "../../../engine/verify/prove/flow-space.ts";
import { type SymbolicWalk, walkSymbolically } from "../../../engine/verify/prove/symbolic-walk.ts";
import { sourceOf } from "../flow/fixtures/source-of.ts";

type Named = { readonly [name: string]: JsonObject };

/** A small flow; the first step is its start. Objects are given as their fields, and a name ending in `?` may be missing. */
export type Small = {
  readonly steps: Named;
  /** `flags`, `derived`, `invariants` and whatever else a flow says. */
  readonly flow?: JsonObject;
  readonly forms?: Named;
  readonly facts?: Named;
  /** Arguments of facts: names to the places of answers. */
  readonly args?: { readonly [fact: string]: { readonly [name: string]: string } };
  /** Facts of which there may be nothing to say. */
  readonly absent?: readonly string[];
  readonly rules?: Named;
  /** What is always so of a fact. */
  readonly promised?: { readonly [fact: string]: Logic };
  readonly outputs?: Named;
  readonly inputs?: Named;
  readonly events?: Named;
};

export const YES = { type: "boolean" };
export const TEXT = { type: "string" };
export const WHOLE = { type: "integer", minimum: 0, maximum: 9 };
export const BAHT = { type: "string", format: "baht" };

export const read = (path: string): Logic => ({ var: path });
export const not = (logic: Logic): Logic => ({ "!": [logic] });
export const is = (path: string, value: Json): Logic => ({ "==": [{ var: path }, value] });
export const atLeast = (path: string, value: Json): Logic => ({ ">=": [{ var: path }, value] });

type To = readonly (string | readonly [Logic | string, string])[];

/** Where a step leads: `[condition, step]` for some, the name of a step for whoever is left. */
export const next = (...to: To): Json =>
  to.map((one): Json => (typeof one === "string" ? { to: one } : { when: one[0], to: one[1] })) as Json;

export const form = (...to: To): JsonObject => ({ kind: "form", next: next(...to) });
export const decide = (...to: To): JsonObject => ({ kind: "decide", next: next(...to) });
export const effect = (errors: JsonObject, ...to: To): JsonObject => ({
  kind: "effect",
  effect: "small.act",
  input: {},
  errors,
  next: next(...to),
});
export const wait = (since: string, late: string, ...to: To): JsonObject => ({
  kind: "wait",
  for: "small.news",
  since,
  within: "P1D",
  onTimeout: { to: late },
  next: next(...to),
});
export const over = (outcome = "done"): JsonObject => ({ kind: "end", outcome, reason: "over" });

/** The definition of a small flow, as it is read from its files. */
export function small(of: Small): Definition {
  const { steps, flow = {}, forms = {}, facts = {}, args = {}, absent = [] } = of;
  const effects = new Map<string, readonly string[]>();
  const events = new Map<string, JsonObject>();
  for (const step of Object.values(steps)) {
    const id = String(step.effect ?? step.for);
    const codes = effects.get(id) ?? [];
    if (step.kind === "effect") effects.set(id, [...codes, ...Object.keys(step.errors ?? {})]);
    if (step.kind === "wait") events.set(id, { id, data: objectOf(of.events?.[id] ?? {}) });
  }
  const source = sourceOf({
    flow: {
      id: "small",
      namespace: "small",
      subject: "account",
      inFlight: "stay",
      start: Object.keys(steps)[0] as string,
      facts: each(facts, (_, fact) => args[fact] ?? {}),
      ...flow,
      steps,
    },
    schemas: each(forms, (fields, step) => ({ $id: `small/${step}`, ...objectOf(fields) })),
    rules: of.rules ?? {},
    facts: each(facts, (fields, fact) => ({
      args: each(args[fact] ?? {}, () => TEXT),
      schema: objectOf(fields),
      mayBeAbsent: absent.includes(fact),
      source: "a test",
      owner: "tests",
      privacy: "public",
    })),
    effects: each(Object.fromEntries(effects), (codes, id) => ({
      id,
      mode: "local",
      repeatable: false,
      input: objectOf(of.inputs?.[id] ?? {}),
      output: objectOf(of.outputs?.[id] ?? {}),
      errors: Object.fromEntries(codes.map((code) => [code, { meaning: code }])),
    })),
    events: Object.fromEntries(events),
  });
  const promises = each(of.promised ?? {}, (logic, fact) => ({
    id: `possible-${fact}`,
    title: "rule:possible",
    source: "a test",
    owner: "tests",
    from: "2026-01-01",
    onMissing: "allow",
    assumes: fact,
    must: [{ id: "always", reason: "rule:possible", mend: "none", logic }],
    cases: [{ why: "nothing is known", given: {}, expect: "unknown" }],
  }));
  const files = { ...source.files };
  for (const [fact, file] of Object.entries(promises))
    files[`flows/shared/assumptions/possible-${fact}.json`] = file;
  const { definition, findings } = readDefinition({ ...source, files });
  if (definition === null) throw new Error(JSON.stringify(findings));
  return definition;
}

export const compiledOf = (of: Small): Compiled => compileInProcess(small(of));

/** A rule that holds where all of its clauses do. */
export const must = (logic: Logic, onMissing = "refuse", mend = "none"): JsonObject => ({
  onMissing,
  must: [{ id: "only", reason: "rule:only", mend, logic }],
});

export const NOBODY: Ordinary = { facts: {}, answers: {}, outputs: {} };

/** The atlas of a small flow, with somebody ordinary where she is given. */
export function atlas(of: Small, ordinary: Partial<Ordinary> = {}): Atlas {
  return atlasOf(small(of), { ordinary: { ...NOBODY, ...ordinary } });
}

/** Who goes the class of a name. */
export function goer(of: Small, name: string, ordinary: Partial<Ordinary> = {}): Traveller {
  const { classes } = atlas(of, ordinary);
  const found = classes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`only ${classes.map((one) => one.name).join(" ")}`);
  return found.traveller;
}

/** A small flow walked by everybody, and its routes. */
export function walked(of: Small): { readonly walk: SymbolicWalk; readonly routes: Routes } {
  const flow = flowSpaceOf(small(of), 100_000);
  if ("findings" in flow) throw new Error(JSON.stringify(flow.findings));
  const walk = walkSymbolically(flow);
  return { walk, routes: routesOf(walk) };
}

export function each<From, To>(
  named: { readonly [name: string]: From },
  change: (value: From, name: string) => To,
): { readonly [name: string]: To } {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value, name)]));
}

function objectOf(fields: JsonObject): JsonObject {
  if ("type" in fields && fields.type === "object") return fields;
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name.replace(/\?$/, ""), field as Json]),
  );
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return { type: "object", properties, required };
}
