import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals bytes with a key of 32 bytes: AES-256-GCM, with nonce and tag in front. `bound` names what the bytes
 * belong to, such as a person or a row. They can be opened only with the same name.
 */
export function seal(key: Buffer, plain: Buffer | string, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyObjectOf(key), nonce).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(Buffer.from(plain as string)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens sealed bytes. Throws if the key or `bound` is another one, or if the bytes were changed. */
export function unseal(key: Buffer, sealed: Buffer, bound: string): Buffer {
  const opener = createDecipheriv("aes-256-gcm", keyObjectOf(key), sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([opener.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()]);
}

// If the bytes of a key are no longer in use, its entry is removed.
const keys = new WeakMap<Buffer, KeyObject>();

/**
 * Returns a key in the form that `node:crypto` uses directly. If a cipher or an HMAC gets the bytes instead,
 * Node takes longer to convert them than to seal an answer.
 */
export function keyObjectOf(key: Buffer): KeyObject {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const made = createSecretKey(key);
  keys.set(key, made);
  return made;
}
