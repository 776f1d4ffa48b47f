import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { hashSecret, matchesSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { sameBytes } from "./secrets.ts";

/** The stored form of a PIN. Both hashes need keys that are not in the database. */
export type PinRecord = {
  /** A keyed hash with its salt: `<salt>.<hash>`, in base64url. */
  readonly mac: string;
  /** Number of the key with which the keyed hash was made. */
  readonly key: number;
  /** Hash (argon2id) of the keyed hash, made with a separate key. */
  readonly hash: string;
};

/**
 * The columns as stored. `mac` is null for a PIN from before keyed hashes; `hash` is then over the PIN
 * itself.
 */
export type StoredPin = Omit<PinRecord, "mac" | "key"> & {
  readonly mac: string | null;
  readonly key: number | null;
};

/**
 * Number of the key for new records. When it is raised, older keys are still needed: a record is updated at
 * the next correct entry of its PIN.
 */
export const PIN_KEY = 1;

/** Creates the record of a PIN. Slow, so it must not be called in a transaction. */
export async function pinRecord(room: Pick<Room, "keys">, pin: string, client: string): Promise<PinRecord> {
  const salt = randomBytes(16);
  const mac = `${salt.toString("base64url")}.${macOf(room.keys.pinMac(PIN_KEY), salt, pin)}`;
  return { mac, key: PIN_KEY, hash: await hashSecret(mac, { pepper: room.keys.pin, client }) };
}

/** Verifies a PIN by argon2id. Slow, so it must not be called in a transaction. */
export async function matchesPin(
  room: Pick<Room, "keys">,
  stored: StoredPin,
  { pin, client }: { readonly pin: string; readonly client: string },
): Promise<boolean> {
  const hashing = { pepper: room.keys.pin, client };
  return await matchesSecret(stored.hash, hashedByKey(room, stored, pin) ?? pin, hashing);
}

/**
 * Verifies a PIN by the keyed hash alone; returns `null` if the record has no keyed hash with the present
 * key.
 */
export function matchesPinQuickly(room: Pick<Room, "keys">, stored: StoredPin, pin: string): boolean | null {
  if (stored.key !== PIN_KEY || stored.mac === null) return null;
  const made = hashedByKey(room, stored, pin);
  return made !== null && sameBytes(Buffer.from(made), Buffer.from(stored.mac));
}

/** Returns the PIN's keyed hash with the record's salt and key; `null` if the record has no salt. */
function hashedByKey(room: Pick<Room, "keys">, { mac, key }: StoredPin, pin: string): string | null {
  if (mac === null || key === null) return null;
  const [salt = ""] = mac.split(".");
  return `${salt}.${macOf(room.keys.pinMac(key), Buffer.from(salt, "base64url"), pin)}`;
}

function macOf(key: KeyObject, salt: Buffer, pin: string): string {
  return createHmac("sha256", key).update(salt).update(pin).digest("base64url");
}
