import { errorAt } from "../rules/report.ts";
import type { Finding } from "../rules/rule.ts";
import { canonicalJson } from "../values/canonical-json.ts";
import type { Json } from "../values/json.ts";
import { unguarded } from "./check-flags.ts";
import type { Feature, FlagCatalogue, FlagSet, Strategy } from "./flag-set.ts";
import { reachIn } from "./reach.ts";
import type { Constraint } from "./whom.ts";

/** Unleash strategies that are allowed for a switch whose value differs between people. */
const PERSONAL = ["default", "flexibleRollout", "userWithId"];
const DATES = ["DATE_AFTER", "DATE_BEFORE"];
const PERSONAL_CONTEXTS = ["tier", "customerType"];

/**
 * File name in findings about a proposed set. The pointer of such a finding names the switch:
 * `/changes/<name>`.
 */
const FILE = "switches";

/** Returns the names of the switches that two sets define differently, in their entries or segments. */
export function writtenDifferently(before: FlagSet, after: FlagSet): readonly string[] {
  const [old, now] = [writtenIn(before), writtenIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name))
    .sort();
}

function writtenIn({ features, segments = [] }: FlagSet): ReadonlyMap<string, string> {
  return new Map(
    features.map((feature) => {
      const named = (feature.strategies ?? []).flatMap((strategy) => strategy.segments ?? []);
      const own = segments.filter(({ id }) => named.includes(id));
      return [feature.name, canonicalJson([feature, own] as Json)];
    }),
  );
}

/**
 * Checks a proposed set before anyone sees it. Each changed switch must be in the catalogue, appear once and
 * stay within its scope. `real`: the set is for real people, so protecting switches must be on and mocks off.
 */
export function checkProposal(given: {
  readonly before: FlagSet;
  readonly after: FlagSet;
  readonly catalogue: FlagCatalogue;
  readonly real: boolean;
}): readonly Finding[] {
  const { before, after, catalogue, real } = given;
  const changed = new Set(writtenDifferently(before, after));
  const seen = new Set<string>();
  const segments = new Map((after.segments ?? []).map((segment) => [segment.id, segment]));
  const findings: Finding[] = [];
  const reach = reachIn(after);
  for (const feature of after.features) {
    const spot = { file: FILE, pointer: `/changes/${feature.name}` };
    if (seen.has(feature.name))
      findings.push(errorAt(spot, { key: "duplicate-id", params: { id: feature.name } }));
    seen.add(feature.name);
    if (!changed.has(feature.name)) continue;
    const entry = Object.hasOwn(catalogue, feature.name) ? catalogue[feature.name] : undefined;
    if (entry === undefined)
      findings.push(errorAt(spot, { key: "unknown-flag", params: { flag: feature.name } }));
    else {
      const faults = strategyFaults(feature, segments, entry.scope === "portal");
      const isForNobody = feature.enabled && (reach[feature.name] === "nobody" || isEmpty(feature));
      const nobody: Says = { key: "switch-nobody", params: { flag: feature.name } };
      findings.push(
        ...(faults.length === 0 && isForNobody ? [nobody] : faults).map((says) => errorAt(spot, says)),
      );
    }
  }
  if (real) {
    const at = unguarded(after, catalogue).map((finding) => ({ ...finding, file: FILE }));
    findings.push(...at);
  }
  return findings;
}

type Says = Parameters<typeof errorAt>[1];
type Segments = ReadonlyMap<number, { readonly constraints?: readonly unknown[] }>;

function strategyFaults(feature: Feature, segments: Segments, isPortal: boolean): readonly Says[] {
  const flag = feature.name;
  const strategies: readonly Strategy[] | null = Array.isArray(feature.strategies)
    ? feature.strategies
    : null;
  if (strategies === null) return [{ key: "switch-no-strategies", params: { flag } }];
  return strategies.flatMap((strategy): readonly Says[] => {
    const unknown = (strategy.segments ?? []).filter((id) => !segments.has(id));
    const constraints = [
      ...(strategy.constraints ?? []),
      ...(strategy.segments ?? []).flatMap((id) => segments.get(id)?.constraints ?? []),
    ] as readonly Constraint[];
    const isPersonal =
      strategy.name !== "default" ||
      constraints.some(({ contextName }) => contextName !== "currentTime") ||
      feature.dependencies?.length;
    if (isPortal && isPersonal) return [{ key: "switch-portal", params: { flag } }];
    return [
      ...unknown.map((id): Says => ({ key: "unknown-segment", params: { id: String(id) } })),
      ...(PERSONAL.includes(strategy.name)
        ? []
        : [{ key: "switch-strategy", params: { flag, name: strategy.name } } as const]),
      ...shareFaults(flag, strategy),
      ...constraints
        .filter((one) => !isKnown(one))
        .map(({ contextName }): Says => ({ key: "switch-context", params: { flag, name: contextName } })),
    ];
  });
}

/**
 * Returns true if a switch matches nobody, because every strategy has an empty list of accounts or of
 * constraint values.
 */
function isEmpty({ strategies = [] }: Feature): boolean {
  return (
    strategies.length > 0 &&
    strategies.every(
      ({ name, parameters, constraints = [] }) =>
        (name === "userWithId" && String(parameters?.userIds ?? "").trim() === "") ||
        (constraints as readonly Constraint[]).some(
          ({ operator, inverted, values }) => operator === "IN" && inverted !== true && values?.length === 0,
        ),
    )
  );
}

/**
 * Checks the share of a rollout. With random stickiness, a page and a job could get different answers. A
 * rollout without a share includes no one.
 */
function shareFaults(flag: string, { name, parameters = {} }: Strategy): readonly Says[] {
  if (name !== "flexibleRollout") return [];
  const percent = Number(parameters.rollout);
  if (!(Number.isInteger(percent) && percent >= 1 && percent <= 100))
    return [{ key: "switch-percent", params: { flag, percent: String(parameters.rollout) } }];
  return parameters.stickiness === "random" ? [{ key: "switch-by-chance", params: { flag } }] : [];
}

function isKnown({ contextName, operator, value }: Constraint): boolean {
  if (contextName === "currentTime")
    return DATES.includes(operator) && !Number.isNaN(Date.parse(value ?? ""));
  return (
    (PERSONAL_CONTEXTS.includes(contextName) || contextName === "userId") && /^(?:NOT_)?IN$/.test(operator)
  );
}
