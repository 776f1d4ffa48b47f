import type { Path, Scope } from "../rules/rule.ts";
import { canonicalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { DerivedPlan, Place, Plan } from "./compiled.ts";
import type { Facts } from "./instance.ts";
import type { Sources } from "./paths-read.ts";

/** A fact that must be supplied before the walk can continue. */
export type Need = { readonly fact: string; readonly args: JsonObject };

/**
 * Returns the key of a fact in `Facts`: its name, followed by the canonical JSON of its arguments, if any,
 * such as `strategy{"code":"M-BTCA"}`. Because of the arguments, a fact that was supplied for another answer
 * is not used.
 */
export function factKey(fact: string, args: JsonObject): string {
  return Object.keys(args).length === 0 ? fact : `${fact}${canonicalJson(args)}`;
}

/** The values that rules can read, filled in during the walk. */
export type Values = Scope & {
  readonly answers: { [step: string]: JsonObject };
  readonly facts: { [fact: string]: JsonObject };
  readonly derived: { [name: string]: Json };
  readonly effects: { [step: string]: JsonObject };
};

/** Number of forms above which an object without a prototype is faster than a growing plain object. */
const MANY_FORMS = 100;

/** Returns the values before the first step. A switch of the definition that has no value is off. */
export function emptyValues(plan: Plan, flags: { readonly [flag: string]: boolean }): Values {
  return {
    answers: plan.forms > MANY_FORMS ? Object.create(null) : {},
    facts: {},
    derived: {},
    effects: {},
    flags: flagsOf(plan, flags),
  };
}

const NO_FLAGS = Object.freeze({});
const knownFlags = new WeakMap<
  object,
  { readonly plan: Plan; readonly flags: { readonly [flag: string]: boolean } }
>();

function flagsOf(
  plan: Plan,
  flags: { readonly [flag: string]: boolean },
): { readonly [flag: string]: boolean } {
  if (plan.flags.length === 0) return NO_FLAGS;
  const known = knownFlags.get(flags);
  if (known !== undefined && known.plan === plan) return known.flags;
  const all = Object.fromEntries(plan.flags.map((flag) => [flag, flags[flag] === true]));
  knownFlags.set(flags, { plan, flags: all });
  return all;
}

/**
 * Resolves the needed facts and derived values. A fact whose arguments are not answered yet counts as
 * missing. A fact that was not supplied is returned as a need; then no derived value is computed.
 */
export function resolve(plan: Plan, values: Values, facts: Facts, sources: Sources): readonly Need[] | null {
  let needs: Need[] | null = null;
  for (const fact of sources.facts) {
    if (Object.hasOwn(values.facts, fact)) continue;
    const need = resolveFact(plan, values, facts, fact);
    if (need === null) continue;
    needs ??= [];
    needs.push(need);
  }
  if (needs !== null) return needs;
  for (const name of sources.derived) {
    const derived = plan.derived.get(name);
    if (derived === undefined || (derived.stable && Object.hasOwn(values.derived, name))) continue;
    const value = derivedValue(derived, values);
    if (value !== undefined) values.derived[name] = value;
    else if (!derived.stable) delete values.derived[name];
  }
  return null;
}

function resolveFact(plan: Plan, values: Values, facts: Facts, fact: string): Need | null {
  const parameters = plan.facts.get(fact);
  if (parameters === undefined) return null;
  let key = fact;
  let args: JsonObject = {};
  if (parameters.length > 0) {
    const given: { [name: string]: Json } = {};
    for (const { name, place } of parameters) {
      const value = readPlace(values, place);
      if (value === undefined) return null;
      given[name] = value;
    }
    args = given;
    key = factKey(fact, args);
  }
  const supplied = Object.hasOwn(facts, key) ? facts[key] : undefined;
  if (supplied === undefined) return { fact, args };
  if (supplied !== null) values.facts[fact] = supplied;
  return null;
}

function derivedValue(derived: DerivedPlan, values: Values): Json | undefined {
  if (derived.kind === "rule") return derived.run(values);
  const args: Json[] = [];
  for (const place of derived.args) {
    const value = readPlace(values, place);
    if (value === undefined) return undefined;
    args.push(value);
  }
  return derived.run(...args);
}

/** Returns the value at a data path, or `undefined` if the value is missing. Reads only own properties. */
export function readPlace(values: Scope, place: Place): Json | undefined {
  let at: unknown = values;
  for (const segment of place.segments) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as { readonly [name: string]: unknown })[segment];
  }
  return at as Json | undefined;
}

/** Returns the values at some data paths, as an object by data path. Omits missing values. */
export function valuesAt(values: Scope, places: readonly Place[]): { readonly [path: Path]: Json } {
  const shown: { [path: Path]: Json } = {};
  for (const place of places) {
    const value = readPlace(values, place);
    if (value !== undefined) shown[place.path] = value;
  }
  return shown;
}
