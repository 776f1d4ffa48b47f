import { normaliseDigits } from "../engine/values/thai-digits.ts";

/** Whether a text is a Thai national ID or tax ID: 13 digits whose last one is the checksum of the others. */
export function isThaiId(text: string): boolean {
  if (text.length !== 13 || !/^\d{13}$/.test(text)) return false;
  let sum = 0;
  for (let at = 0; at < 12; at += 1) sum += (text.charCodeAt(at) - 48) * (13 - at);
  return (11 - (sum % 11)) % 10 === text.charCodeAt(12) - 48;
}

/** What a person typed, as 13 plain digits where it can be: Thai digits, blanks and dashes are taken. */
export function normaliseThaiId(text: string): string {
  return normaliseDigits(text).replace(/[\s-]/g, "");
}

/** Groups the digits as they stand on the card: `1-2345-67890-12-1`; another text is returned as it is. */
export function formatThaiId(text: string): string {
  if (!/^\d{13}$/.test(text)) return text;
  return [text.slice(0, 1), text.slice(1, 5), text.slice(5, 10), text.slice(10, 12), text.slice(12)].join(
    "-",
  );
}
