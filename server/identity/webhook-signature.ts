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
