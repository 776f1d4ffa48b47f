import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns the expected `X-SHA2-Signature` of a webhook: HMAC-SHA256 of the raw body, in hex. */
export function signWebhook(secret: string, body: Buffer | string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Returns whether a signature is correct. Compares in constant time. */
export function isSigned(secret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), Buffer.from(signWebhook(secret, body), "hex"));
}

/** Maximum age of an event in milliseconds. It prevents the replay of old events. */
const FRESH_MS = 5 * 60_000;

/** Returns the expected `Verifio-Signature`: the time in seconds, and the HMAC-SHA256 of time and body. */
export function signAtTime(secret: string, body: Buffer | string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${signWebhook(secret, timed(seconds, body))}`;
}

/** Returns whether a `Verifio-Signature` is correct and at most five minutes old. */
export function isSignedAtTime(secret: string, body: Buffer, signature: unknown, now: Date): boolean {
  const parts = typeof signature === "string" ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) : null;
  if (parts === null) return false;
  const seconds = Number(parts[1]);
  if (Math.abs(now.getTime() - seconds * 1000) > FRESH_MS) return false;
  return isSigned(secret, timed(seconds, body), parts[2]);
}

function timed(seconds: number, body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${seconds}.`), Buffer.from(body)]);
}
