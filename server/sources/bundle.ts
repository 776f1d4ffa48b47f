import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { sha256 } from "../sha256.ts";

/** Path below the definitions' root (`flows/invest/flow.json`) to the file's JSON. */
export type Files = { readonly [path: string]: Json };

/** The path of each file to the hash of its content. */
export type Hashes = { readonly [path: string]: string };

/** Paths whose content differs between two sets of files, added and removed ones included. */
export function changedPaths(before: Files, after: Files): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => !same(before, after, path)).sort();
}

/**
 * SHA-256 of each file's JSON without blanks, in hex. Names stay in their order: that of a schema's fields is the order in
 * which a form asks.
 */
export function hashesOf(files: Files): Hashes {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, hashOf(content)]));
}

/** Whether two sets of files have the same paths with the same contents. */
export function sameHashes(one: Hashes, other: Hashes): boolean {
  const paths = Object.keys(one);
  return (
    paths.length === Object.keys(other).length &&
    paths.every((path) => Object.hasOwn(other, path) && one[path] === other[path])
  );
}

/** Flows that were read together share most of their files. */
const known = new WeakMap<object, string>();

/** SHA-256 of a file's JSON without blanks, in hex. */
export function hashOf(content: Json): string {
  const before = typeof content === "object" && content !== null ? known.get(content) : undefined;
  if (before !== undefined) return before;
  const hash = sha256(JSON.stringify(content));
  if (typeof content === "object" && content !== null) known.set(content, hash);
  return hash;
}

/**
 * Whether a person may propose a change of this file for this flow. Effects, events, facts and flags are promises of
 * the server's code: data cannot change them.
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
  // Nearly all files are equal to the letter, and their hashes are known: a start compares 3,000 files.
  return hashOf(old) === hashOf(now) || canonicalJson(old) === canonicalJson(now);
}
