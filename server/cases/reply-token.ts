import { createHash, randomBytes } from "node:crypto";

/** Returns the random token in the link by which a visitor replies. Only its hash is stored. */
export function replyToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the stored hash of a token. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
