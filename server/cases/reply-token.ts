import { createHash, randomBytes } from "node:crypto";

/** Returns the random token in the link with which a visitor replies. Only the token's hash is stored. */
export function replyToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the stored hash of a reply token. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
