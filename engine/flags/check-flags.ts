import { errorAt } from "../rules/report.ts";
import type { Finding } from "../rules/rule.ts";
import type { Words } from "../values/languages.ts";
import type { FlagCatalogue, FlagSet } from "./flag-set.ts";
import { reachIn } from "./reach.ts";

/**
 * Name of the set for servers that cannot load any other set. The set turns ordering off and contains nothing
 * else. `cautiousSet` also turns the protecting switches on.
 */
const DEFAULT_SET = "default";
/** Name of the set of the environment with real people and real money. */
const REAL_SET = "runtime";
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Checks the switch catalogue and the sets before they are used. Each switch has a valid name, an owner, and
 * a description in the texts. Each set names only switches of the catalogue, each once, and refers only to
 * its own segments. The default set turns `invest` off and contains nothing else. For the set of the real
 * environment, see `unguarded`. `hasMeaning` returns true if the text `flag:<name>` exists in every language.
 */
export function checkFlags(files: {
  readonly catalogue: FlagCatalogue;
  readonly sets: { readonly [name: string]: FlagSet };
  readonly hasMeaning: (flag: string) => boolean;
}): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [flag, { owner }] of Object.entries(files.catalogue)) {
    const spot = { file: "flags/catalogue.json", pointer: `/${flag}` };
    if (!NAME.test(flag)) {
      findings.push(errorAt(spot, { key: "bad-name", params: { flag } }));
    }
    if (typeof owner !== "string" || owner === "") {
      findings.push(errorAt(spot, { key: "no-owner", params: { flag } }));
    }
    if (!files.hasMeaning(flag)) {
      findings.push(errorAt(spot, { key: "no-meaning", params: { flag } }));
    }
  }
  for (const [name, set] of Object.entries(files.sets))
    findings.push(...checkSet(name, set, files.catalogue));
  if (!Object.hasOwn(files.sets, DEFAULT_SET)) {
    findings.push(errorAt({ file: `flags/${DEFAULT_SET}.json`, pointer: "" }, { key: "no-default-set" }));
  }
  return findings;
}

function checkSet(name: string, set: FlagSet, catalogue: FlagCatalogue): readonly Finding[] {
  const findings: Finding[] = [];
  const file = `flags/${name}.json`;
  const seen = new Set<string>();
  const segments = new Set((set.segments ?? []).map(({ id }) => id));
  for (const [index, feature] of set.features.entries()) {
    const spot = { file, pointer: `/features/${index}` };
    if (!Object.hasOwn(catalogue, feature.name)) {
      findings.push(errorAt(spot, { key: "unknown-flag", params: { flag: feature.name } }));
    }
    if (seen.has(feature.name)) {
      findings.push(errorAt(spot, { key: "duplicate-id", params: { id: feature.name } }));
    }
    seen.add(feature.name);
    for (const [at, strategy] of (feature.strategies ?? []).entries())
      for (const [index, id] of (strategy.segments ?? []).entries())
        if (!segments.has(id))
          findings.push(
            errorAt(
              { file, pointer: `${spot.pointer}/strategies/${at}/segments/${index}` },
              { key: "unknown-segment", params: { id: String(id) } },
            ),
          );
    if (name === DEFAULT_SET && (feature.name !== "invest" || feature.enabled)) {
      findings.push(errorAt(spot, { key: "open-default" }));
    }
  }
  if (name === REAL_SET) findings.push(...unguarded(set, catalogue));
  if (name === DEFAULT_SET && !seen.has("invest")) {
    findings.push(errorAt({ file, pointer: "/features" }, { key: "open-default.missing" }));
  }
  return findings;
}

/**
 * Reports faults in the set of the real environment. Every protecting switch must be on for everybody, and
 * every mock off for everybody. `called`: the name of the set in messages.
 */
export function unguarded(
  set: FlagSet,
  catalogue: FlagCatalogue,
  called: Words | string = `flags/${REAL_SET}.json`,
): readonly Finding[] {
  const reach = reachIn(set);
  const spotOf = (flag: string) => {
    const at = set.features.findLastIndex(({ name }) => name === flag);
    return { file: `flags/${REAL_SET}.json`, pointer: at < 0 ? "/features" : `/features/${at}` };
  };
  return Object.entries(catalogue).flatMap(([flag, { protects, mock }]) => {
    const params = { set: called, flag };
    if (protects === true && reach[flag] !== "everybody")
      return [errorAt(spotOf(flag), { key: "unprotected-set", params })];
    if (mock === true && (reach[flag] ?? "nobody") !== "nobody")
      return [errorAt(spotOf(flag), { key: "mock-in-use", params })];
    return [];
  });
}
