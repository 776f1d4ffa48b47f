import { localPhone } from "../../../domain/phone.ts";
import { groupThousands } from "../../../engine/values/group-thousands.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { readTypedDecimal } from "../../../engine/values/typed-decimal.ts";

/** Shows digits and letters in groups while they are typed: `1-2345-67890-12-1`. */
export type Mask = {
  /** What is kept of whatever was typed or pasted. */
  readonly clean: (typed: string) => string;
  /** What is shown of what is kept. */
  readonly show: (kept: string) => string;
  /** What is kept in the end, once the field is left. */
  readonly settle?: (kept: string) => string;
  /** What of the text before the caret counts for its place, where that is not what would be kept of it. */
  readonly upTo?: (before: string) => string;
};

/** The Thai national ID, 1-4-5-2-1; takes blanks, dashes and Thai digits. */
export const thaiIdMask: Mask = {
  clean: (typed) => digitsOf(typed).slice(0, 13),
  show: (kept) => inGroups(kept, [1, 4, 5, 2, 1]),
};

/** The laser code on the back of the card, 3-7-2: two letters, ten digits. */
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

/** A Thai telephone number: 081-234-5678, 02-123-4567; the country code becomes `0`. */
export const phoneMask: Mask = {
  clean: (typed) => {
    const plain = normaliseDigits(typed).replace(/[^\d+]/g, "");
    if (/^(?:\+|00)66/.test(plain) || /^66[689]\d{8}$/.test(plain)) return localPhone(plain).slice(0, 10);
    // `66` may be the country code, or begin a number without its 0, until all of it is there.
    const digits = plain.replace(/\+/g, "");
    return digits.slice(0, digits.startsWith("66") ? 11 : 10);
  },
  settle: (kept) => localPhone(kept),
  show: (kept) =>
    inGroups(kept, kept.startsWith("02") ? [2, 3, 4] : kept.length === 9 ? [3, 3, 3] : [3, 3, 4]),
};

/** A date as it is typed, DD/MM/YYYY; slashes come by themselves, typed ones and other separators are taken. */
export const dateMask: Mask = {
  clean: (typed) => {
    const plain = normaliseDigits(typed)
      .replace(/[.\-\s]/g, "/")
      .replace(/[^\d/]/g, "");
    // As browsers fill in a date of birth.
    const [, year, month, day] = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(plain) ?? [];
    if (year !== undefined) return [day, month, year].join("/");
    // Slashes that the person typed say where day and month end, so "1/4/2533" stays what it is.
    if (/\/\d/.test(plain) || /^\d{4}$/.test(plain)) return plain.slice(0, 10);
    const digits = plain.replace(/\//g, "");
    return digits.length <= 4 && !plain.includes("/") ? digits : inGroups(digits.slice(0, 8), [2, 2, 4], "/");
  },
  show: (kept) => kept,
};

/** An amount in baht while it is typed. Kept as `50000` or `50000.5`; what has no reading, or two, stays as it was typed. */
export const bahtMask: Mask = {
  clean: (typed) => {
    const plain = numberOf(typed);
    const read = readTypedDecimal(plain);
    return read.kind === "one" ? read.text : plain;
  },
  show: groupThousands,
  upTo: (before) => normaliseDigits(before).replace(/[^\d.]/g, ""),
};

/** Units of a strategy while they are typed. */
export const unitsMask: Mask = bahtMask;

/**
 * What is kept after a key was pressed in a number: the commas that the field itself shows are no part of what is typed. A
 * typed comma stays until it is known whether thousands or decimals follow.
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

/** Where a text differs from the one before it: from, and up to. */
function changedPart(before: string, after: string): readonly [number, number] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return [start, after.length - same];
}

/** Digits and their signs. A minus or a power of ten says another number than the digits would: it stays, and is refused. */
function numberOf(typed: string): string {
  const text = normaliseDigits(typed).replace(/[\s'’]/g, "");
  if (/^[-−]\d|\d[eE]\d/.test(text)) return text.replace(/-/g, "−");
  return text.replace(/บ\.$/, "").replace(/[^\d.,]/g, "");
}

/** Digits only, Thai ones taken. */
export function digitsOf(typed: string): string {
  return normaliseDigits(typed).replace(/\D/g, "");
}

/**
 * The six digits of a code in what was typed or pasted. Of a message that is the one code in it; of one with no code, or with
 * several, nothing, so that what stood there before stays.
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
 * Where the caret belongs after masking: behind as many kept characters as stood before it.
 * `before` is the raw text left of the caret.
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
