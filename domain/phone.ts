import { normaliseDigits } from "../engine/values/thai-digits.ts";

/**
 * Returns true if a text is a Thai telephone number: `0` with 8 or 9 more digits, or `+66` with 8 or 9
 * digits.
 */
export function isThaiPhone(text: string): boolean {
  return text.length <= 12 && /^(?:0|\+66)[1-9]\d{7,8}$/.test(text);
}

/**
 * Returns true if a text is a Thai mobile number, which can receive text messages: `06`, `08` or `09` with 8
 * more digits, or `+66` for the `0`.
 */
export function isThaiMobile(text: string): boolean {
  return text.length <= 12 && /^(?:0|\+66)[689]\d{8}$/.test(text);
}

/** Converts a typed or copied telephone number to plain digits. Removes spaces, dashes, dots and brackets. */
export function normalisePhone(text: string): string {
  return normaliseDigits(text)
    .replace(/^\s*tel:/i, "")
    .replace(/[\s().\-\u2010-\u2015\u2212]/g, "");
}

/** Returns a Thai number in E.164 (`+66812345678`), or `null` if the text is not a number. */
export function toE164(text: string): string | null {
  if (/[^\d+]/.test(normalisePhone(text))) return null;
  const plain = localPhone(text);
  return isThaiPhone(plain) ? `+66${plain.slice(1)}` : null;
}

/**
 * Returns a number as it is dialled in Thailand, starting with 0. `+66 81-234-5678`, `0066812345678`,
 * `66812345678` and a mobile number without its 0 become `0812345678`. Other text becomes its digits.
 */
export function localPhone(text: string): string {
  const plain = normaliseDigits(text).replace(/[^\d+]/g, "");
  const [, abroad] = /^(?:\+|00)66(\d*)$/.exec(plain) ?? /^66([2-9]\d{7,8})$/.exec(plain) ?? [];
  if (abroad !== undefined) return `0${abroad.replace(/^0/, "")}`;
  const digits = plain.replace(/\+/g, "");
  return /^[689]\d{8}$/.test(digits) ? `0${digits}` : digits;
}

/**
 * Groups a number as people read it aloud: `081-234-5678`, `02-123-4567`, with `0` for `+66`. Other text is
 * returned unchanged.
 */
export function formatPhone(text: string): string {
  if (!isThaiPhone(text)) return text;
  const plain = text.replace(/^\+66/, "0");
  const area = plain.startsWith("02") ? 2 : 3;
  return [plain.slice(0, area), plain.slice(area, area + 3), plain.slice(area + 3)].join("-");
}
