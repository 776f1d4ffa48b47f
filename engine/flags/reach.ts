import type { Feature, FlagSet, Strategy } from "./flag-set.ts";

/**
 * The group of people that a switch is on for. `some`: it depends on the person, the IP address, the time or
 * chance.
 */
export type Reach = "nobody" | "some" | "everybody";

/**
 * Unleash strategies that depend on the person, the IP address or chance. If unleash-client does not know a
 * strategy, the strategy matches nobody.
 */
const PERSONAL = [
  "gradualRolloutRandom",
  "gradualRolloutUserId",
  "gradualRolloutSessionId",
  "userWithId",
  "remoteAddress",
  "applicationHostname",
];

/**
 * Stickiness values that work without a user id. A rollout of 100 percent with one of these values is on for
 * everybody.
 */
const NEEDS_NOBODY = ["default", "random"];

/**
 * Returns the group of people that each switch of a set is on for. The rules are those of unleash-client:
 * strategies, their constraints and segments, and the switches that a switch depends on. `nobody` and
 * `everybody` are certain. `tests/server/flags/reach.test.ts` compares this function with the client.
 */
export function reachIn(set: FlagSet): { readonly [flag: string]: Reach } {
  // If two switches have the same name, unleash-client uses the last. Our check of the set rejects
  // duplicates.
  const features = new Map(set.features.map((feature) => [feature.name, feature]));
  const empty = new Set(
    (set.segments ?? []).flatMap(({ id, constraints }) => (constraints?.length ? [] : [id])),
  );
  const known = new Set((set.segments ?? []).map(({ id }) => id));
  const alone = (feature: Feature): Reach => {
    if (!feature.enabled || !Array.isArray(feature.strategies)) return "nobody";
    if (feature.strategies.length === 0) return "everybody";
    return any(feature.strategies.map((strategy) => ofStrategy(strategy, { known, empty })));
  };
  const ofFeature = (feature: Feature): Reach =>
    all([
      alone(feature),
      ...(feature.dependencies ?? []).map((parent): Reach => {
        const above = features.get(parent.feature);
        // unleash-client follows only one level of dependencies.
        if (above === undefined || above.dependencies?.length) return "nobody";
        const reach = alone(above);
        if (parent.enabled === false) return opposite(reach);
        return parent.variants?.length && reach === "everybody" ? "some" : reach;
      }),
    ]);
  return Object.fromEntries([...features].map(([name, feature]) => [name, ofFeature(feature)]));
}

function ofStrategy(
  strategy: Strategy,
  segments: { readonly known: ReadonlySet<number>; readonly empty: ReadonlySet<number> },
): Reach {
  const named = strategy.segments ?? [];
  if (named.some((id) => !segments.known.has(id))) return "nobody";
  const narrowed =
    (strategy.constraints ?? []).length > 0 || named.some((id) => !segments.empty.has(id))
      ? "some"
      : "everybody";
  return all([narrowed, ofName(strategy)]);
}

function ofName({ name, parameters = {} }: Strategy): Reach {
  if (name === "default") return "everybody";
  if (PERSONAL.includes(name)) return "some";
  if (name !== "flexibleRollout") return "nobody";
  const percentage = Number(parameters.rollout);
  if (!(percentage > 0)) return "nobody";
  const stickiness = String(parameters.stickiness ?? "") || "default";
  return percentage >= 100 && NEEDS_NOBODY.includes(stickiness) ? "everybody" : "some";
}

function any(reaches: readonly Reach[]): Reach {
  if (reaches.includes("everybody")) return "everybody";
  return reaches.includes("some") ? "some" : "nobody";
}

function all(reaches: readonly Reach[]): Reach {
  if (reaches.includes("nobody")) return "nobody";
  return reaches.includes("some") ? "some" : "everybody";
}

function opposite(reach: Reach): Reach {
  if (reach === "some") return "some";
  return reach === "nobody" ? "everybody" : "nobody";
}
