import { normaliseDigits } from "../engine/values/thai-digits.ts";

/** Returns true if a text is a laser code in its stored form: two capital letters and ten digits. */
export function isLaserCode(text: string): boolean {
  return text.length === 12 && /^[A-Z]{2}\d{10}$/.test(text);
}

/** Converts a typed laser code to the stored form. Accepts lower case, Thai digits, spaces and dashes. */
export function normaliseLaserCode(text: string): string {
  return normaliseDigits(text).replace(/[\s-]/g, "").toUpperCase();
}

/** Groups a laser code 3-7-2, as on the back of the card: `JT0-1234567-89`. Returns other text unchanged. */
export function formatLaserCode(text: string): string {
  if (!isLaserCode(text)) return text;
  return `${text.slice(0, 3)}-${text.slice(3, 10)}-${text.slice(10)}`;
}
