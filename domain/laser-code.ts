import { normaliseDigits } from "../engine/values/thai-digits.ts";

/** Whether a text is a laser code in its stored form: two capital letters and ten digits. */
export function isLaserCode(text: string): boolean {
  return text.length === 12 && /^[A-Z]{2}\d{10}$/.test(text);
}

/** What a person typed, in the stored form where it can be: small letters, Thai digits, blanks and dashes are taken. */
export function normaliseLaserCode(text: string): string {
  return normaliseDigits(text).replace(/[\s-]/g, "").toUpperCase();
}

/** Groups a laser code 3-7-2 as it stands on the back of the card: `JT0-1234567-89`; another text stays as it is. */
export function formatLaserCode(text: string): string {
  if (!isLaserCode(text)) return text;
  return `${text.slice(0, 3)}-${text.slice(3, 10)}-${text.slice(10)}`;
}
