import { createHash, randomBytes } from "node:crypto";

/** What stands in the link by which a visitor answers: nobody guesses it, and only its hash is kept. */
export function replyToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is kept of it. */
export function hashOfToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
