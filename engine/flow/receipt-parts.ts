import type { JsonObject } from "../values/json.ts";
import type { Compiled, Node } from "./compiled.ts";
import { inputHash } from "./effect-input.ts";
import type { ErrorRoute } from "./flow-file.ts";
import type { Instance, Receipt, TrailStep } from "./instance.ts";
import type { Walk } from "./walk.ts";

/** An effect's input for its handler, and the input's hash for the receipt. The hash excludes secrets. */
export type EffectInput = { readonly input: JsonObject; readonly hash: string };

/**
 * Returns the input of the effect at the walk's position. `form` is the accepted form of the submission
 * (`Decision.form`), including secrets.
 * @throws if the position is not an effect.
 */
export function effectInput(compiled: Compiled, walk: Walk, form: JsonObject = {}): EffectInput {
  if (walk.at.kind !== "effect")
    throw new Error(`effectInput: the position is ${walk.at.kind} ${walk.at.step}`);
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
 * Returns the trail of a freezing receipt (a finished effect or wait). The trail goes from the step of the
 * last freezing receipt (or the start) to just before the current step.
 */
export function receiptTrail(walk: Walk): readonly TrailStep[] {
  const lastFrozen = walk.trail.findLastIndex((passed) => passed.frozen);
  return walk.trail.slice(Math.max(lastFrozen, 0)).map(({ step, to }) => ({ step, to }));
}

/** Returns the route of an effect's error or an exhausted challenge, or `null` for an unknown code. */
export function routeOf(compiled: Compiled, step: string, code: string): ErrorRoute | null {
  const { step: file } = nodeOf(compiled, step);
  if (file.kind !== "effect" && file.kind !== "challenge") return null;
  const routes: { readonly [code: string]: ErrorRoute } = file.errors;
  return Object.hasOwn(routes, code) ? (routes[code] ?? null) : null;
}

/**
 * Returns the contest receipt for a failure or an exhausted challenge with a `reopen` route, or `null` for
 * other routes. Write this receipt in the same transaction as the failure. The server adds `seq` and `at`.
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

/** Returns the names of the fields of a step's form that are never stored. */
export function secretsOf(compiled: Compiled, step: string): readonly string[] {
  return nodeOf(compiled, step).form?.secrets ?? [];
}

function nodeOf(compiled: Compiled, step: string): Node {
  const node = compiled.plan.byId.get(step);
  if (node === undefined) throw new Error(`${compiled.definition.flow.id} has no step ${step}`);
  return node;
}
