import { normaliseDigits } from "../engine/values/thai-digits.ts";

/** Whether a text is a Thai telephone number: `0` with 8 or 9 more digits, or `+66` with 8 or 9 digits. */
export function isThaiPhone(text: string): boolean {
  return text.length <= 12 && /^(?:0|\+66)[1-9]\d{7,8}$/.test(text);
}

/** Whether a text is a Thai mobile number, which text messages reach: `06`, `08` or `09` with 8 more digits, or `+66` for the `0`. */
export function isThaiMobile(text: string): boolean {
  return text.length <= 12 && /^(?:0|\+66)[689]\d{8}$/.test(text);
}

/** What a person typed without blanks, dashes, dots and brackets, in plain digits. */
export function normalisePhone(text: string): string {
  return normaliseDigits(text).replace(/[\s().-]/g, "");
}

/** A Thai number in E.164 (`+66812345678`), or `null` where the text is none. */
export function toE164(text: string): string | null {
  const plain = normalisePhone(text);
  if (!isThaiPhone(plain)) return null;
  return plain.startsWith("0") ? `+66${plain.slice(1)}` : plain;
}

/** Groups a number as people read it out: `081-234-5678`, `02-123-4567`, with `0` for `+66`; another text stays as it is. */
export function formatPhone(text: string): string {
  if (!isThaiPhone(text)) return text;
  const plain = text.replace(/^\+66/, "0");
  const area = plain.startsWith("02") ? 2 : 3;
  return [plain.slice(0, area), plain.slice(area, area + 3), plain.slice(area + 3)].join("-");
}
