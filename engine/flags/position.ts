import type { Feature, Strategy } from "./flag-set.ts";
import type { Constraint } from "./whom.ts";

/**
 * The position of a switch as a colleague sets it. The switch is on for the listed accounts. It is also on
 * for people who meet all other conditions together: share, tier and customer type. The first and last day
 * limit both groups. An empty list sets no limit.
 */
export type Position = {
  readonly on: boolean;
  /** First day on which the switch is on, as `YYYY-MM-DD` in Bangkok. */
  readonly from?: string;
  /** Last day on which the switch is on (inclusive). */
  readonly until?: string;
  /** Share of people, a whole number from 1 to 100. */
  readonly percent?: number;
  /**
   * Accounts for which the switch is on. If the position also has a share or group, the switch is on for
   * those people in addition. Otherwise it is on only for these accounts.
   */
  readonly accounts?: readonly string[];
  readonly tiers?: readonly string[];
  readonly customerTypes?: readonly string[];
};

/** UTC offset of Bangkok, in which business days are counted. Thailand has no summer time. */
const BANGKOK = "+07:00";

/**
 * Returns the switch in a new position. Its other properties, such as variants and dependencies, are
 * unchanged.
 */
export function featureAt(name: string, position: Position, before: Feature | undefined): Feature {
  return {
    type: "release",
    variants: [],
    ...before,
    name,
    enabled: position.on,
    strategies: strategiesAt(name, position),
  };
}

function strategiesAt(name: string, position: Position): readonly Strategy[] {
  const { percent, accounts = [], tiers = [], customerTypes = [] } = position;
  const days = daysOf(position);
  const groups = [...amongOf("tier", tiers), ...amongOf("customerType", customerTypes)];
  const hasShare = percent !== undefined && percent < 100;
  const own = accounts.length === 0 ? [] : [within("userWithId", { userIds: accounts.join(",") }, days)];
  if (own.length > 0 && groups.length === 0 && !hasShare) return own;
  const share = { rollout: String(percent), stickiness: "default", groupId: name };
  const rest = [...days, ...groups];
  return [hasShare ? within("flexibleRollout", share, rest) : within("default", null, rest), ...own];
}

function within(
  name: string,
  parameters: Strategy["parameters"] | null,
  constraints: readonly Constraint[],
): Strategy {
  return {
    name,
    ...(parameters === null || parameters === undefined ? {} : { parameters }),
    ...(constraints.length === 0 ? {} : { constraints }),
  };
}

function amongOf(contextName: string, values: readonly string[]): readonly Constraint[] {
  return values.length === 0 ? [] : [{ contextName, operator: "IN", values }];
}

function daysOf({ from, until }: Position): readonly Constraint[] {
  const contextName = "currentTime";
  // DATE_AFTER and DATE_BEFORE exclude the boundary. To include the boundary, use the opposite operator with
  // `inverted`.
  return [
    ...(from === undefined
      ? []
      : [
          {
            contextName,
            operator: "DATE_BEFORE",
            value: `${from}T00:00:00${BANGKOK}`,
            inverted: true,
          },
        ]),
    ...(until === undefined
      ? []
      : [
          {
            contextName,
            operator: "DATE_AFTER",
            value: `${until}T23:59:59.999${BANGKOK}`,
            inverted: true,
          },
        ]),
  ];
}

/**
 * Returns the position of a switch. Returns `null` if a `Position` cannot express the switch, for example an
 * imported switch.
 */
export function positionOf(feature: Feature): Position | null {
  const read = readPosition(feature);
  if (read === null) return null;
  const same = JSON.stringify(sorted(strategiesAt(feature.name, read)));
  return same === JSON.stringify(sorted(feature.strategies ?? [])) ? read : null;
}

/** Returns strategies without empty properties and independent of the order of properties, for comparison. */
function sorted(strategies: readonly Strategy[]): readonly unknown[] {
  return strategies.map(({ name, parameters = {}, constraints = [], segments = [] }) => ({
    name,
    parameters: Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1)),
    constraints,
    segments,
  }));
}

function readPosition({ enabled, strategies, dependencies }: Feature): Position | null {
  if (strategies === undefined || (dependencies ?? []).length > 0) return null;
  const all = strategies.flatMap(({ constraints = [] }) => constraints as readonly Constraint[]);
  const day = (operator: string) =>
    all.find((one) => one.operator === operator && one.contextName === "currentTime")?.value?.slice(0, 10);
  const among = (contextName: string) =>
    all.find((one) => one.contextName === contextName && one.operator === "IN")?.values ?? [];
  const parameter = (strategy: string, name: string) =>
    strategies.find((one) => one.name === strategy)?.parameters?.[name];
  const [from, until] = [day("DATE_BEFORE"), day("DATE_AFTER")];
  const percent = Number(parameter("flexibleRollout", "rollout") ?? Number.NaN);
  const accounts = String(parameter("userWithId", "userIds") ?? "")
    .split(",")
    .filter((id) => id !== "");
  const [tiers, customerTypes] = [among("tier"), among("customerType")];
  return {
    on: enabled,
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(Number.isNaN(percent) ? {} : { percent }),
    ...(accounts.length === 0 ? {} : { accounts }),
    ...(tiers.length === 0 ? {} : { tiers }),
    ...(customerTypes.length === 0 ? {} : { customerTypes }),
  };
}
