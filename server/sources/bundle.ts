import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { sha256 } from "../sha256.ts";

/**
 * The files of a definition: for each path below the definitions' root (such as `flows/invest/flow.json`) the
 * JSON of the file.
 */
export type Files = { readonly [path: string]: Json };

/** The hash of each file of a definition, by path. */
export type Hashes = { readonly [path: string]: string };

/** Returns the paths of files that differ between two definitions. Added and removed files are included. */
export function changedPaths(before: Files, after: Files): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => !same(before, after, path)).sort();
}

/**
 * Returns the SHA-256 of the compact JSON of each file, in hex. The order of names in the JSON matters: forms
 * ask for fields in the order in which the schema names them.
 */
export function hashesOf(files: Files): Hashes {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, hashOf(content)]));
}

/** Returns whether two definitions have the same paths and contents of files. */
export function sameHashes(one: Hashes, other: Hashes): boolean {
  const paths = Object.keys(one);
  return (
    paths.length === Object.keys(other).length &&
    paths.every((path) => Object.hasOwn(other, path) && one[path] === other[path])
  );
}

/**
 * Cache of hashes. Flows that are read together have most files in common, so each of these is hashed only
 * once.
 */
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
 * Returns whether a person can propose a change of this file for this flow. The schemas of effects, events
 * and facts, and the flags, cannot be changed in this way, because they describe what the server's code does.
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
  // Hashes are compared first because this is fast. A start compares 3,000 files, of which nearly all are
  // equal.
  return hashOf(old) === hashOf(now) || canonicalJson(old) === canonicalJson(now);
}
