import type { Definition } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { sha256 } from "../sha256.ts";

/**
 * Returns the hash that identifies a version of a definition. It is the SHA-256 of its canonical JSON, in
 * hex. Equal definitions have equal hashes.
 */
export function definitionHash(definition: Definition): string {
  return sha256(canonicalJson(definition as Json));
}
