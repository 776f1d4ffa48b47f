import { localPhone } from "../../../domain/phone.ts";
import { groupThousands } from "../../../engine/values/group-thousands.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { readTypedDecimal } from "../../../engine/values/typed-decimal.ts";

/** A mask that groups digits and letters while they are typed: `1-2345-67890-12-1`. */
export type Mask = {
  /** Returns the stored form of typed or pasted text. */
  readonly clean: (typed: string) => string;
  /** Returns the displayed form of a stored value. */
  readonly show: (kept: string) => string;
  /** Returns the final stored form, when the field is left. */
  readonly settle?: (kept: string) => string;
  /**
   * Returns the part of the text before the caret from which the caret's new position is computed. By default
   * this is the stored form of that text.
   */
  readonly upTo?: (before: string) => string;
};

/** Mask of the Thai national ID, grouped 1-4-5-2-1. Accepts spaces, dashes and Thai digits. */
export const thaiIdMask: Mask = {
  clean: (typed) => digitsOf(typed).slice(0, 13),
  show: (kept) => inGroups(kept, [1, 4, 5, 2, 1]),
};

/** Mask of the laser code on the back of the ID card: two letters and ten digits, grouped 3-7-2. */
export const laserCodeMask: Mask = {
  clean: (typed) => {
    const plain = normaliseDigits(typed)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "");
    const letters = plain.replace(/[^A-Z]/g, "").slice(0, 2);
    return letters + plain.slice(letters.length).replace(/\D/g, "").slice(0, 10);
  },
  show: (kept) => inGroups(kept, [3, 7, 2]),
};

/** Mask of a Thai phone number: 081-234-5678, 02-123-4567. The country code becomes `0`. */
export const phoneMask: Mask = {
  clean: (typed) => {
    const plain = normaliseDigits(typed).replace(/[^\d+]/g, "");
    if (/^(?:\+|00)66/.test(plain) || /^66[689]\d{8}$/.test(plain)) return localPhone(plain).slice(0, 10);
    // Until the number is complete, `66` may be the country code or the start of a number without its 0.
    const digits = plain.replace(/\+/g, "");
    return digits.slice(0, digits.startsWith("66") ? 11 : 10);
  },
  settle: (kept) => localPhone(kept),
  show: (kept) =>
    inGroups(kept, kept.startsWith("02") ? [2, 3, 4] : kept.length === 9 ? [3, 3, 3] : [3, 3, 4]),
};

/** Mask of a date while it is typed, DD/MM/YYYY. Slashes are inserted, and other separators are accepted. */
export const dateMask: Mask = {
  clean: (typed) => {
    const plain = normaliseDigits(typed)
      .replace(/[.\-\s]/g, "/")
      .replace(/[^\d/]/g, "");
    // Browser autofill writes dates in this format.
    const [, year, month, day] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(plain) ?? [];
    if (year !== undefined) return [day, month, year].join("/");
    // A typed slash marks the end of day or month, so "1/4/2533" stays unchanged.
    if (/\/\d/.test(plain) || /^\d{4}$/.test(plain)) return plain.slice(0, 10);
    const digits = plain.replace(/\//g, "");
    return digits.length <= 4 && !plain.includes("/") ? digits : inGroups(digits.slice(0, 8), [2, 2, 4], "/");
  },
  show: (kept) => kept,
};

/**
 * Mask of an amount in baht while it is typed. Stored as `50000` or `50000.5`. A text that has no reading, or
 * two possible readings, stays as typed.
 */
export const bahtMask: Mask = {
  clean: (typed) => {
    const plain = numberOf(typed);
    const read = readTypedDecimal(plain);
    return read.kind === "one" ? read.text : plain;
  },
  show: groupThousands,
  upTo: (before) => normaliseDigits(before).replace(/[^\d.]/g, ""),
};

/** Mask of units of a strategy while they are typed. */
export const unitsMask: Mask = bahtMask;

/**
 * Returns the stored value after a key press in a number field. Commas that the field inserted are not input.
 * A typed comma stays until it is clear whether thousands or decimals follow.
 */
export function decimalAfterKey({ kept, text }: { readonly kept: string; readonly text: string }): string {
  const shown = bahtMask.show(kept);
  if (!kept.includes(",")) {
    const [start, end] = changedPart(shown, text);
    const typed = text.slice(start, end);
    if (!/[.,]/.test(typed))
      return bahtMask.clean(
        text.slice(0, start).replace(/,/g, "") + typed + text.slice(end).replace(/,/g, ""),
      );
  }
  const plain = numberOf(text);
  return /,\d{0,2}$/.test(plain) ? plain : bahtMask.clean(plain);
}

/** Returns the range in which a text differs from the previous text. */
function changedPart(before: string, after: string): readonly [number, number] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return [start, after.length - same];
}

/**
 * Returns the digits and separators of a text. A minus sign or an exponent also stays, because the number
 * would change without it. The validator then rejects the text.
 */
function numberOf(typed: string): string {
  const text = normaliseDigits(typed).replace(/[\s'’]/g, "");
  if (/^[-−]\d|\d[eE]\d/.test(text)) return text.replace(/-/g, "−");
  return text.replace(/บ\.$/, "").replace(/[^\d.,]/g, "");
}

/** Returns only the digits of a text. Thai digits become Latin ones. */
export function digitsOf(typed: string): string {
  return normaliseDigits(typed).replace(/\D/g, "");
}

/**
 * Returns the six digits of a code in typed or pasted text. A pasted message must contain exactly one code;
 * otherwise the previous value stays.
 */
export function codeIn(typed: string, before: string): string {
  const plain = normaliseDigits(typed);
  const digits = digitsOf(plain);
  if (digits.length <= 6 && /^[\d\s-]*$/.test(plain)) return digits;
  const codes = new Set(plain.match(/(?<![\d.,/-])\d{3}[ -]?\d{3}(?!\d|[ .,/:-]\d)/g)?.map(digitsOf));
  const [code] = codes;
  return codes.size === 1 && code !== undefined ? code : before;
}

/**
 * Returns the caret's position after masking. The number of stored characters before the caret stays the
 * same. `before` is the raw text to the left of the caret.
 */
export function caretAfter({ mask, before, shown }: { mask: Mask; before: string; shown: string }): number {
  const kept = (mask.upTo ?? mask.clean)(before).replace(/[^0-9A-Za-z.]/g, "").length;
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === kept) return at;
    if (/[0-9A-Za-z.]/.test(shown[at] ?? "")) seen += 1;
  }
  return shown.length;
}

function inGroups(kept: string, sizes: readonly number[], by = "-"): string {
  const groups: string[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at >= kept.length) break;
    groups.push(kept.slice(at, at + size));
    at += size;
  }
  return groups.join(by);
}
