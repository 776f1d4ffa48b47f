import { errorAt } from "../rules/report.ts";
import type { Finding } from "../rules/rule.ts";
import type { Feature, FlagCatalogue, FlagSet } from "./flag-set.ts";
import { reachIn } from "./reach.ts";

/** The set that answers where no set can be loaded. It closes ordering, keeps what protects on, and says nothing else. */
const DEFAULT_SET = "default";
/** The set of the environment where real people and their money are. */
const REAL_SET = "runtime";
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Checks the catalogue and the sets before they are used: each switch has a plain name, an owner and a meaning in the
 * texts; each set names only switches of the catalogue, each once, and only segments of its own; the default set has `invest`,
 * off, every switch that protects, on for everybody, and nothing else. The set of real people (`unguarded`) keeps on what protects.
 * `hasMeaning` says whether the text `flag:<name>` exists in every language.
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
    if (name === DEFAULT_SET && !isCautious(feature, catalogue)) {
      findings.push(errorAt(spot, { key: "open-default" }));
    }
  }
  if (name === DEFAULT_SET) findings.push(...unprotected(set, catalogue));
  if (name === REAL_SET) findings.push(...unguarded(set, catalogue));
  if (name === DEFAULT_SET && !seen.has("invest")) {
    findings.push(errorAt({ file, pointer: "/features" }, { key: "open-default.missing" }));
  }
  return findings;
}

/** What the default set may say: ordering closed, and what protects (whose reach is looked at apart). */
function isCautious(feature: Feature, catalogue: FlagCatalogue): boolean {
  return feature.name === "invest" ? !feature.enabled : catalogue[feature.name]?.protects === true;
}

/** Switches that protect and are not on for everybody where nothing can be asked. */
function unprotected(set: FlagSet, catalogue: FlagCatalogue): readonly Finding[] {
  const reach = reachIn(set);
  return Object.entries(catalogue)
    .filter(([flag, { protects }]) => protects === true && reach[flag] !== "everybody")
    .map(([flag]) =>
      errorAt(
        { file: `flags/${DEFAULT_SET}.json`, pointer: "/features" },
        { key: "unprotected-default", params: { flag } },
      ),
    );
}

/** What must not be where real people are: a switch that protects and is not on for everybody, a mock that is on for somebody. */
export function unguarded(set: FlagSet, catalogue: FlagCatalogue): readonly Finding[] {
  const reach = reachIn(set);
  const spotOf = (flag: string) => {
    const at = set.features.findLastIndex(({ name }) => name === flag);
    return { file: `flags/${REAL_SET}.json`, pointer: at < 0 ? "/features" : `/features/${at}` };
  };
  return Object.entries(catalogue).flatMap(([flag, { protects, mock }]) => {
    const params = { set: REAL_SET, flag };
    if (protects === true && reach[flag] !== "everybody")
      return [errorAt(spotOf(flag), { key: "unprotected-set", params })];
    if (mock === true && (reach[flag] ?? "nobody") !== "nobody")
      return [errorAt(spotOf(flag), { key: "mock-in-use", params })];
    return [];
  });
}
