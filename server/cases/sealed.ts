import { randomBytes } from "node:crypto";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import { seal, unseal } from "../seal.ts";
import type { Room } from "./room.ts";

const KEY_BYTES = 32;

/** A value that was sent with a case: its name, its path in the flow's data, and the value. */
export type Given = { readonly name: string; readonly place: string; readonly value: Json };

/** The data with which a case was opened. A visitor's data include the recipient of letters. */
export type Said = {
  readonly given: readonly Given[];
  readonly contact: { readonly name: string | null; readonly email: string } | null;
};

/** The stored columns of a case that are needed to decrypt its values. */
export type Keyed = {
  readonly id: string;
  readonly person_id: string | null;
  readonly locked_key: Buffer;
};

/**
 * Creates the key of a new case, wrapped with the key of the case's owner. For a visitor, wraps it with the
 * installation's key.
 */
export async function makeKey(
  room: Room,
  tx: Tx,
  of: { readonly id: string; readonly personId: string | null },
): Promise<{ readonly key: Buffer; readonly locked: Buffer }> {
  const key = randomBytes(KEY_BYTES);
  return { key, locked: await room.vault.lockKey(tx, ownerOf(of.personId, of.id), key) };
}

/**
 * Returns the key of a case. `ownerKey`: the result of SQL's `owner_key('person:<id>')`; `null` if the person
 * was erased.
 */
export function keyOf(room: Room, of: Keyed, ownerKey: Buffer | null): Buffer | null {
  return room.vault.unlockKey(ownerOf(of.person_id, of.id), of.locked_key, ownerKey);
}

/** Encrypts the data with which a case was opened. */
export function sealSaid(key: Buffer, id: string, said: Said): Buffer {
  return seal(key, JSON.stringify(said), `case:${id}`);
}

/** Decrypts the data with which a case was opened; returns empty data if the person was erased. */
export function openSaid(key: Buffer | null, of: Keyed & { readonly sealed: Buffer }): Said {
  if (key === null) return { given: [], contact: null };
  return JSON.parse(unseal(key, of.sealed, `case:${of.id}`).toString("utf8")) as Said;
}

/** Encrypts a text of the case's timeline. */
export function sealText(key: Buffer, id: string, text: string): Buffer {
  return seal(key, text, `case-entry:${id}`);
}

/** Returns the values with which a case was opened, by name. */
export function givenOf(given: readonly Given[]): JsonObject {
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

/** Decrypts a text; returns `null` if there is no text, or the person was erased. */
export function openText(key: Buffer | null, id: string, sealed: Buffer | null): string | null {
  return key === null || sealed === null ? null : unseal(key, sealed, `case-entry:${id}`).toString("utf8");
}

function ownerOf(personId: string | null, id: string): string {
  return personId === null ? `visitor:case-${id}` : `person:${personId}`;
}
