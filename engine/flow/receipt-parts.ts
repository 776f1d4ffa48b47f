import type { JsonObject } from "../values/json.ts";
import type { Compiled, Node } from "./compiled.ts";
import { inputHash } from "./effect-input.ts";
import type { ErrorRoute } from "./flow-file.ts";
import type { Instance, Receipt, TrailStep } from "./instance.ts";
import type { Walk } from "./walk.ts";

/** An effect's input for its handler, and the hash for its receipt, from which secrets are left out. */
export type EffectInput = { readonly input: JsonObject; readonly hash: string };

/**
 * The input of the effect at which a walk stands. `form` is what a submission accepted (`Decision.form`), with secrets.
 * @throws where the walk stands at no effect.
 */
export function effectInput(compiled: Compiled, walk: Walk, form: JsonObject = {}): EffectInput {
  if (walk.at.kind !== "effect")
    throw new Error(`effectInput: the walk stands at ${walk.at.kind} ${walk.at.step}`);
  const node = nodeOf(compiled, walk.at.step);
  const input: { [name: string]: JsonObject[string] } = { ...walk.at.input };
  for (const { name, place } of node.input) {
    if (place.segments[0] !== "form") continue;
    let value: JsonObject[string] | undefined = form;
    for (const segment of place.segments.slice(1))
      value =
        typeof value === "object" && value !== null && Object.hasOwn(value, segment)
          ? (value as JsonObject)[segment]
          : undefined;
    if (value !== undefined) input[name] = value;
  }
  return { input, hash: inputHash(walk.at.input) };
}

/**
 * The trail that a freezing receipt (a done effect, a wait) keeps: the steps from the last freezing receipt's own step
 * (or the start) to just before the step at which the walk stands.
 */
export function receiptTrail(walk: Walk): readonly TrailStep[] {
  const lastFrozen = walk.trail.findLastIndex((passed) => passed.frozen);
  return walk.trail.slice(Math.max(lastFrozen, 0)).map(({ step, to }) => ({ step, to }));
}

/** Where an error of an effect or an exhausted challenge leads; `null` for a code that the definition does not know. */
export function routeOf(compiled: Compiled, step: string, code: string): ErrorRoute | null {
  const { step: file } = nodeOf(compiled, step);
  if (file.kind !== "effect" && file.kind !== "challenge") return null;
  const routes: { readonly [code: string]: ErrorRoute } = file.errors;
  return Object.hasOwn(routes, code) ? (routes[code] ?? null) : null;
}

/**
 * The contest that must be written beside a failure, or an exhausted challenge, whose route is `reopen`, in the same
 * transaction; `null` for other routes. `seq` and `at` are the server's.
 */
export function contestOf(
  compiled: Compiled,
  instance: Instance,
  failure: { readonly step: string; readonly code: string; readonly field?: string },
): Omit<Extract<Receipt, { kind: "contested" }>, "seq" | "at"> | null {
  const route = routeOf(compiled, failure.step, failure.code);
  if (route === null || !("reopen" in route)) return null;
  const field = failure.field ?? route.field;
  return {
    kind: "contested",
    step: route.reopen,
    by: failure.step,
    revision: instance.answers[route.reopen]?.revision ?? 0,
    code: failure.code,
    ...(field === undefined ? {} : { field }),
  };
}

/** Names of the fields of a step's form that are never stored. */
export function secretsOf(compiled: Compiled, step: string): readonly string[] {
  return nodeOf(compiled, step).form?.secrets ?? [];
}

function nodeOf(compiled: Compiled, step: string): Node {
  const node = compiled.plan.byId.get(step);
  if (node === undefined) throw new Error(`${compiled.definition.flow.id} has no step ${step}`);
  return node;
}
