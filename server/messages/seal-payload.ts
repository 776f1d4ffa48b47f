import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";

/** What a message needs and nobody else may read. */
export type Payload = {
  readonly to: string;
  readonly data: JsonObject;
  /** For the mailbox page only. */
  readonly mock?: boolean;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a payload (AES-256-GCM) for its row; moved to another row it does not open. */
export function sealPayload(key: Buffer, row: string, payload: Payload): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(payload), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Opens a sealed payload. Throws when the key is another one or the bytes were changed. */
export function openPayload(key: Buffer, row: string, sealed: Buffer): Payload {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const opener = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(row)).setAuthTag(tag);
  const text = Buffer.concat([opener.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()]);
  return JSON.parse(text.toString("utf8"));
}
