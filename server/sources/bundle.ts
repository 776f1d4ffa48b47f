import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { sha256 } from "../sha256.ts";

/**
 * The files of a definition: path below the definitions' root (such as `flows/invest/flow.json`) to the
 * file's JSON.
 */
export type Files = { readonly [path: string]: Json };

/** The hashes of files: path of each file to the hash of its content. */
export type Hashes = { readonly [path: string]: string };

/** Returns the paths that differ between two sets of files, including added and removed ones. */
export function changedPaths(before: Files, after: Files): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => !same(before, after, path)).sort();
}

/**
 * Returns the SHA-256 of each file's compact JSON, in hex. The order of names in the JSON matters, because
 * forms ask for fields in the order of the schema.
 */
export function hashesOf(files: Files): Hashes {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, hashOf(content)]));
}

/** Returns whether two sets of files have the same paths and contents. */
export function sameHashes(one: Hashes, other: Hashes): boolean {
  const paths = Object.keys(one);
  return (
    paths.length === Object.keys(other).length &&
    paths.every((path) => Object.hasOwn(other, path) && one[path] === other[path])
  );
}

/** Cache of hashes, because flows that are read together share most files. */
const known = new WeakMap<object, string>();

/** Returns the SHA-256 of a file's compact JSON, in hex. */
export function hashOf(content: Json): string {
  const before = typeof content === "object" && content !== null ? known.get(content) : undefined;
  if (before !== undefined) return before;
  const hash = sha256(JSON.stringify(content));
  if (typeof content === "object" && content !== null) known.set(content, hash);
  return hash;
}

/**
 * Returns whether a person can propose a change of this file for this flow. Schemas of effects, events and
 * facts, and flags, describe the server's code, which data cannot change.
 */
export function isEditable(path: string, flow: string): boolean {
  return EDITABLE.some((pattern) => pattern.test(path)) && belongs(path, flow);
}

const NAME = "[A-Za-z0-9][A-Za-z0-9.-]*";
const EDITABLE = [
  /^flows\/[a-z0-9-]+\/flow\.json$/,
  new RegExp(`^flows/[a-z0-9-]+/rules/${NAME}\\.json$`),
  new RegExp(`^schemas/(?!config/|effects/|events/)[a-z0-9-]+/${NAME}\\.json$`),
  new RegExp(`^locales/(${LANGUAGES.join("|")})/${NAME}\\.json$`),
];

const SHARED = [
  "flows/shared/",
  "schemas/common/",
  "schemas/effects/",
  "schemas/events/",
  "flags/",
  "locales/",
];

function belongs(path: string, flow: string): boolean {
  return [`flows/${flow}/`, `schemas/${flow}/`, ...SHARED].some((folder) => path.startsWith(folder));
}

function same(before: Files, after: Files, path: string): boolean {
  const [old, now] = [before[path], after[path]];
  if (old === undefined || now === undefined) return old === now;
  // The hashes are compared first, which is faster: at start 3,000 files are compared, and nearly all are
  // identical.
  return hashOf(old) === hashOf(now) || canonicalJson(old) === canonicalJson(now);
}
