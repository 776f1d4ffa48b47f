import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** 256 random bits as text that fits a cookie and a link. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text can be one of our random tokens. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored of a random token: it has 256 bits, so that a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** What is stored of a short code: the key keeps whoever reads the database from trying all codes. */
export function hashCode(key: Buffer, parts: readonly string[]): Buffer {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest();
}

/** Six random digits. */
export function randomCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

/** Five characters that cannot be read wrongly: no 0, O, 1, I, L, U. */
export function randomReference(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(0, LETTERS.length)]).join("");
}

/** Compares in a time that does not tell where two hashes differ. */
export function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
