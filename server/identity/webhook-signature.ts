import { createHmac, timingSafeEqual } from "node:crypto";

/** What a webhook's `X-SHA2-Signature` must be: HMAC-SHA256 of the raw body, in hex. */
export function signWebhook(secret: string, body: Buffer | string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Whether a signature is right; one of another length or kind is just wrong. Takes the same time wherever it differs. */
export function isSigned(secret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, "hex"), Buffer.from(signWebhook(secret, body), "hex"));
}

/** An event may be so old: what was overheard is worth nothing afterwards. */
const FRESH_MS = 5 * 60_000;

/** What a `Verifio-Signature` must be: the time in seconds, and the HMAC-SHA256 of time and body. */
export function signAtTime(secret: string, body: Buffer | string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${signWebhook(secret, timed(seconds, body))}`;
}

/** Whether such a signature is right, and made within five minutes of now. */
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
