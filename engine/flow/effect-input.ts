import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../values/canonical-json.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Node } from "./compiled.ts";
import { readPlace, type Values } from "./scope.ts";

/**
 * Returns the hash of an effect's input, for the effect's receipt: SHA-256 of the canonical JSON. The caller
 * must remove secrets from the input.
 */
export function inputHash(input: JsonObject): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(input))));
}

/**
 * Returns the input of an effect from the walk's values. `form` is the answer to the step's own form,
 * including secrets.
 */
export function inputAt(values: Values, node: Node, form: JsonObject | null): JsonObject {
  const input: { [name: string]: Json } = {};
  for (const { name, place } of node.input) {
    const value = place.path.startsWith("form.")
      ? form === null
        ? undefined
        : readIn(form, place.segments.slice(1))
      : readPlace(values, place);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function readIn(object: JsonObject, segments: readonly string[]): Json | undefined {
  let at: Json | undefined = object;
  for (const segment of segments) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as JsonObject)[segment];
  }
  return at;
}
