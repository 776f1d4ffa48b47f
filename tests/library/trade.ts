import type { DerivedFunction } from "../../engine/flow/derived-function.ts";
import type { Trade } from "../../engine/flow/trade.ts";
import { baseFormats } from "../../engine/rules/base-formats.ts";
import type { Decimal } from "../../engine/rules/types.ts";
import { formatDecimal, isCanonicalDecimal, parseDecimal } from "../../engine/values/decimal.ts";

/** The currency in which a reader pays, with three decimal places. */
export const gulden: Decimal = {
  name: "gulden",
  places: 3,
  example: "1.250",
  kind: { th: 'จำนวนเงินกิลเดอร์ ("1.250")', en: 'an amount of gulden ("1.250")' },
  one: { th: "จำนวนเงินกิลเดอร์", en: "an amount of gulden" },
  placesInWords: { th: "สาม", en: "three" },
  unit: { th: "กิลเดอร์", en: "gulden" },
};

const functions: { readonly [name: string]: DerivedFunction } = {
  lendingFee: {
    meaning: { th: "ค่ายืมตามจำนวนวัน", en: "what lending costs for so many days" },
    args: [["gulden"], ["integer"]],
    means: ["daily-fee", undefined],
    gives: "lending-fee",
    result: { kind: "decimal", of: gulden },
    isTotal: true,
    run: (daily, days) => formatDecimal(thousandths(daily as string) * BigInt(days as number), gulden.places),
  },
  booksLent: {
    meaning: { th: "จำนวนหนังสือที่ยืมอยู่", en: "how many books are lent to a reader" },
    args: [["list"]],
    result: { kind: "integer" },
    isTotal: true,
    run: (books) => (books as readonly unknown[]).length,
  },
};

/**
 * A trade (formats and functions) for a library: books by their ISBN, fees in gulden. It shares nothing with
 * the trade of the portal.
 */
export const trade: Trade = {
  functions,
  formats: {
    ...baseFormats,
    gulden: {
      test: (text) => isCanonicalDecimal(text, gulden.places),
      type: { kind: "decimal", of: gulden },
      pattern: "^(?=.{1,64}$)(?:0|[1-9]\\d*)\\.\\d{3}$",
      samples: ["1.250", "0.500", "20.000"],
    },
    isbn: {
      test: isIsbn,
      type: { kind: "string" },
      pattern: "^97[89]\\d{10}$",
      samples: ["9780306406157", "9783161484100", "9781861972712"],
    },
  },
};

/** Returns whether a text has thirteen digits whose weighted sum ends in zero. */
function isIsbn(text: string): boolean {
  if (!/^97[89]\d{10}$/.test(text)) return false;
  return [...text].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

function thousandths(text: string): bigint {
  const parsed = parseDecimal(text, gulden.places);
  if (!parsed.ok) throw new Error(`thousandths: ${text}`);
  return parsed.value;
}
