import { normaliseDigits } from "../engine/values/thai-digits.ts";

/** Returns true if a text is a Thai national ID or tax ID: 13 digits, of which the last is a checksum. */
export function isThaiId(text: string): boolean {
  if (text.length !== 13 || !/^\d{13}$/.test(text)) return false;
  let sum = 0;
  for (let at = 0; at < 12; at += 1) sum += (text.charCodeAt(at) - 48) * (13 - at);
  return (11 - (sum % 11)) % 10 === text.charCodeAt(12) - 48;
}

/** Converts a typed Thai ID to plain digits. Accepts Thai digits, spaces and dashes. */
export function normaliseThaiId(text: string): string {
  return normaliseDigits(text).replace(/[\s-]/g, "");
}

/** Groups the digits of a Thai ID as on the card: `1-2345-67890-12-1`. Returns other text unchanged. */
export function formatThaiId(text: string): string {
  if (!/^\d{13}$/.test(text)) return text;
  return [text.slice(0, 1), text.slice(1, 5), text.slice(5, 10), text.slice(10, 12), text.slice(12)].join(
    "-",
  );
}
