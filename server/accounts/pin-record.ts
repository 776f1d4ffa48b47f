import { createHmac, type KeyObject, randomBytes } from "node:crypto";
import { hashSecret, matchesSecret } from "./password-hash.ts";
import type { Room } from "./room.ts";
import { sameBytes } from "./secrets.ts";

/** What is stored of a PIN. Neither hash tells anything to who has no key: the keys are not in the database. */
export type PinRecord = {
  /** A keyed hash with its salt: `<salt>.<hash>`, both in base64url. */
  readonly mac: string;
  /** The number of its key. */
  readonly key: number;
  /** argon2id over the keyed hash, with a key of its own. */
  readonly hash: string;
};

/** As it is stored: without a keyed hash it was set before there were any, and `hash` is over the PIN itself. */
export type StoredPin = Omit<PinRecord, "mac" | "key"> & {
  readonly mac: string | null;
  readonly key: number | null;
};

/** How thoroughly a PIN is looked at: by its keyed hash alone, or by argon2id over it (ADR 55). */
export type PinLook = "quick" | "slow";

/** The key that new records are made with. Who raises it keeps the older ones: records follow at their next right entry. */
export const PIN_KEY = 1;

/** Makes what is stored of a PIN. Slow: never inside a transaction. */
export async function pinRecord(room: Pick<Room, "keys">, pin: string, client: string): Promise<PinRecord> {
  const salt = randomBytes(16);
  const mac = `${salt.toString("base64url")}.${macOf(room.keys.pinMac(PIN_KEY), salt, pin)}`;
  return { mac, key: PIN_KEY, hash: await hashSecret(mac, { pepper: room.keys.pin, client }) };
}

/** Whether this is the PIN of a record. */
export async function matchesPin(
  room: Pick<Room, "keys">,
  stored: StoredPin,
  entered: { readonly pin: string; readonly client: string; readonly look: PinLook },
): Promise<boolean> {
  const slow = (secret: string) =>
    matchesSecret(stored.hash, secret, { pepper: room.keys.pin, client: entered.client });
  if (stored.mac === null || stored.key === null) return await slow(entered.pin);
  const [salt = "", kept = ""] = stored.mac.split(".");
  const made = macOf(room.keys.pinMac(stored.key), Buffer.from(salt, "base64url"), entered.pin);
  if (entered.look === "slow") return await slow(`${salt}.${made}`);
  return sameBytes(Buffer.from(made), Buffer.from(kept));
}

function macOf(key: KeyObject, salt: Buffer, pin: string): string {
  return createHmac("sha256", key).update(salt).update(pin).digest("base64url");
}
