import { canonicalJson } from "../values/canonical-json.ts";
import type { Json } from "../values/json.ts";
import type { Feature, FlagSet, Strategy } from "./flag-set.ts";
import { type Reach, reachIn } from "./reach.ts";

/**
 * The people for whom a switch is on. If `reach` is `some`, a person must match one of the strategies in
 * `ways` and all of the dependencies in `needs`.
 */
export type Whom = {
  readonly reach: Reach;
  readonly ways: readonly Way[];
  readonly needs: readonly Need[];
};

/** A strategy with its own constraints and the constraints of its segments. All constraints must hold. */
export type Way = Pick<Strategy, "name" | "parameters"> & { readonly constraints: readonly Constraint[] };
export type Constraint = {
  readonly contextName: string;
  readonly operator: string;
  readonly inverted?: boolean;
  readonly values?: readonly string[];
  readonly value?: string;
};
/**
 * A switch on which another switch depends. `on`: whether it must be on or off for the dependent switch to be
 * on. `whom`: the people for whom it is on.
 */
export type Need = {
  readonly feature: string;
  readonly on: boolean;
  readonly variants: readonly string[];
  readonly whom: Whom;
};

/** A switch that is on for different people in two sets, the older and the newer. */
export type SwitchChange = { readonly flag: string; readonly before: Whom; readonly after: Whom };

const NOBODY: Whom = { reach: "nobody", ways: [], needs: [] };

/**
 * Returns the switches that are on for different people in two sets, sorted by name. A switch that a set does
 * not contain is off in that set.
 */
export function changedSwitches(before: FlagSet, after: FlagSet): readonly SwitchChange[] {
  const [old, now] = [whomIn(before), whomIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((flag) => ({ flag, before: old.get(flag) ?? NOBODY, after: now.get(flag) ?? NOBODY }))
    .filter((one) => spelled(one.before) !== spelled(one.after));
}

/**
 * Returns the people for whom each switch of a set is on. A switch that the set does not contain is on for
 * nobody.
 */
export function whomIn(set: FlagSet): ReadonlyMap<string, Whom> {
  const reach = reachIn(set);
  const features = new Map(set.features.map((feature) => [feature.name, feature]));
  const segments = new Map((set.segments ?? []).map(({ id, constraints }) => [id, constraints ?? []]));
  const wayOf = ({ name, parameters = {}, ...strategy }: Strategy): readonly Way[] => {
    const named = strategy.segments ?? [];
    // A strategy with an unknown segment matches nobody.
    if (named.some((id) => !segments.has(id))) return [];
    const constraints = [...(strategy.constraints ?? []), ...named.flatMap((id) => segments.get(id) ?? [])];
    return [{ name, parameters, constraints: constraints as readonly Constraint[] }];
  };
  const whomOf = (feature: Feature): Whom => {
    const found = reach[feature.name] ?? "nobody";
    if (found !== "some") return { ...NOBODY, reach: found };
    const needs = (feature.dependencies ?? []).map((need): Need => {
      const above = features.get(need.feature);
      return {
        feature: need.feature,
        on: need.enabled !== false,
        variants: need.variants ?? [],
        // Only one level of dependencies is followed, as unleash-client does.
        whom: above === undefined || above.dependencies?.length ? NOBODY : whomOf(above),
      };
    });
    return { reach: found, ways: (feature.strategies ?? []).flatMap(wayOf), needs };
  };
  return new Map([...features].map(([name, feature]) => [name, whomOf(feature)]));
}

/**
 * Returns a group of people as one text, for comparison. The text does not depend on the order of the
 * strategies (`ways`) and dependencies (`needs`).
 */
function spelled({ reach, ways, needs }: Whom): string {
  const sorted = (all: readonly unknown[]) => all.map((one) => canonicalJson(one as Json)).sort();
  return canonicalJson([
    reach,
    sorted(ways),
    sorted(needs.map(({ whom, ...need }) => ({ ...need, whom: spelled(whom) }))),
  ]);
}
