import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { keyObjectOf } from "../seal.ts";

/** Returns 256 random bits as text for cookies and links. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns whether a text has the form of a random token. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Returns the stored hash of a token. Tokens are random (256 bits), so a fast hash is safe. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Returns the stored hash of a short code. Without the key, a reader of the database cannot try all codes.
 */
export function hashCode(key: Buffer, parts: readonly string[]): Buffer {
  return createHmac("sha256", keyObjectOf(key)).update(JSON.stringify(parts)).digest();
}

/** Returns six random digits. */
export function randomCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

/** Returns five unambiguous characters: no 0, O, 1, I, L, U. */
export function randomReference(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(0, LETTERS.length)]).join("");
}

/** Returns whether two values are equal. Compares in constant time. */
export function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
