import { trade } from "../../domain/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { load } from "../../engine/verify/lint/index.ts";
import type { Db } from "../db/index.ts";
import { changedPaths, definitionHash } from "../sources/index.ts";
import { currentVersions, readCurrent } from "./current-versions.ts";
import type { Version } from "./version-store.ts";

/**
 * Returns the other flows that use a file which this version changes. The other flows are not changed,
 * because each flow has its own copy of the file.
 */
export type UsedElsewhere = (
  version: Pick<Version, "id" | "flow" | "changed" | "files">,
) => Promise<readonly string[]>;

/**
 * Maximum number of cached results. Caching is worthwhile, because versions seldom change and pages ask every
 * few seconds.
 */
const MOST_KEPT = 50;

/** Creates the function that finds the other flows which use a changed file. Its results are cached. */
export function createUsedElsewhere(db: Db): UsedElsewhere {
  const kept = new Map<string, readonly string[]>();
  return async (version) => {
    const { flow, id } = version;
    const own = [`flows/${flow}/`, `schemas/${flow}/`];
    const shared = version.changed.filter((path) => !own.some((folder) => path.startsWith(folder)));
    if (shared.length === 0) return [];
    const inForce = (await currentVersions(db)).map((one) => one.id);
    const key = [id, ...inForce].join(" ");
    const known = kept.get(key);
    if (known !== undefined) return known;
    const others = (await readCurrent(db)).filter((other) => other.flow !== flow);
    const found = others.filter((other) => wouldChange(other, version, shared)).map((other) => other.flow);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, found);
    return found;
  };
}

/**
 * Returns whether another flow's definition would change if it got this version's contents of the shared
 * files.
 */
function wouldChange(other: Version, version: Pick<Version, "files">, shared: readonly string[]): boolean {
  const files: Record<string, Json> = { ...other.files };
  for (const path of shared) {
    const content = version.files[path];
    if (content === undefined) delete files[path];
    else files[path] = content;
  }
  if (changedPaths(other.files, files).length === 0) return false;
  const loaded = load({ flow: other.flow, files }, trade);
  return !loaded.ok || definitionHash(loaded.value) !== other.hash;
}
