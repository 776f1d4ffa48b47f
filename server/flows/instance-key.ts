import { createHmac } from "node:crypto";
import type { Json } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import { keyObjectOf, seal, unseal } from "../seal.ts";
import type { Subject } from "./registry.ts";

/**
 * Seals the keys of instances, each with the key of the instance's owner. The vault of the accounts room
 * implements it.
 */
export type KeyLock = {
  readonly lockKey: (tx: Tx, owner: Subject, key: Buffer) => Promise<Buffer>;
  /**
   * Returns the key of an instance, or `null` if the key of its owner was erased. `ownerKey` is the result of
   * the SQL function `owner_key(owner)`.
   */
  readonly unlockKey: (owner: Subject, locked: Buffer, ownerKey: Buffer | null) => Buffer | null;
};

/** Length of an instance key in bytes. */
export const KEY_BYTES = 32;

/**
 * The place at which a sealed value is stored. If the value is copied to another place, it cannot be opened
 * there.
 */
type Place =
  | { readonly kind: "answer"; readonly instance: string; readonly step: string; readonly revision: number }
  | { readonly kind: "receipt" | "facts"; readonly instance: string; readonly seq: number }
  | { readonly kind: "submission"; readonly instance: string; readonly key: string }
  | { readonly kind: "run"; readonly instance: string; readonly step: string; readonly attempt: number };

/** Seals a value with the key of its instance, for one place. */
export function sealValue(key: Buffer, place: Place, value: Json): Buffer {
  return seal(key, JSON.stringify(value), nameOf(place));
}

/** Opens a sealed value. Throws if it was sealed for another place. */
export function openValue<Value>(key: Buffer, place: Place, sealed: Buffer): Value {
  return JSON.parse(unseal(key, sealed, nameOf(place)).toString("utf8")) as Value;
}

/**
 * Returns a hash that can be computed only with the instance's key. With a plain hash, a number of ten digits
 * could be found by trying all of them.
 */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac("sha256", keyObjectOf(key)).update(text).digest("hex");
}

function nameOf(place: Place): string {
  switch (place.kind) {
    case "answer":
      return `answer/${place.instance}/${place.step}/${place.revision}`;
    case "receipt":
    case "facts":
      return `${place.kind}/${place.instance}/${place.seq}`;
    case "submission":
      return `submission/${place.instance}/${place.key}`;
    case "run":
      return `run/${place.instance}/${place.step}/${place.attempt}`;
  }
}
