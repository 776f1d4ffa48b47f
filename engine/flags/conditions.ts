import type { Feature, FlagSet } from "./flag-set.ts";
import { type Need, type Way, whomIn } from "./whom.ts";

/**
 * One condition of a switch, and a test switch (`probe`) that is on for a person exactly if the condition
 * holds.
 */
export type FlagCondition = {
  readonly of: { readonly kind: "way"; readonly way: Way } | { readonly kind: "need"; readonly need: Need };
  readonly probe: Pick<Feature, "enabled" | "strategies" | "dependencies">;
};

/**
 * Returns the conditions of each switch whose value depends on the person, the time or chance. To have the
 * switch on, a person must meet every condition in one of the lists of `ways`, and every condition in
 * `needs`. Everybody meets an empty list.
 */
export function flagConditions(
  set: FlagSet,
): ReadonlyMap<
  string,
  { readonly ways: readonly (readonly FlagCondition[])[]; readonly needs: readonly FlagCondition[] }
> {
  const some = [...whomIn(set)].filter(([, { reach }]) => reach === "some");
  return new Map(
    some.map(([flag, { ways, needs }]) => [flag, { ways: ways.map(conditionsOf), needs: needs.map(needed) }]),
  );
}

/**
 * Splits an Unleash strategy into conditions: first the strategy without constraints, then each constraint.
 */
function conditionsOf({ name, parameters = {}, constraints }: Way): readonly FlagCondition[] {
  const own: readonly Way[] = name === "default" ? [] : [{ name, parameters, constraints: [] }];
  const parts = [...own, ...constraints.map((one): Way => ({ name: "default", constraints: [one] }))];
  return parts.map((way) => ({
    of: { kind: "way", way },
    probe: { enabled: true, strategies: [way] },
  }));
}

function needed(need: Need): FlagCondition {
  const dependency = {
    feature: need.feature,
    enabled: need.on,
    ...(need.variants.length === 0 ? {} : { variants: need.variants }),
  };
  return { of: { kind: "need", need }, probe: { enabled: true, strategies: [], dependencies: [dependency] } };
}
