import { normaliseDigits } from "../engine/values/thai-digits.ts";

/**
 * Short names of Thai banks, by three-digit code. Source: Bank of Thailand, codes of financial institutions.
 */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  "002": ["BBL"],
  "004": ["KBANK", "KBNK"],
  "006": ["KTB"],
  "011": ["TTB", "TMB"],
  "014": ["SCB"],
  "017": ["CITI"],
  "020": ["SCBT"],
  "022": ["CIMB", "CIMBT"],
  "024": ["UOB", "UOBT"],
  "025": ["BAY", "KRUNGSRI"],
  "030": ["GSB"],
  "033": ["GHB", "GHBANK"],
  "034": ["BAAC"],
  "066": ["ISBT", "IBANK"],
  "067": ["TISCO"],
  "069": ["KKP"],
  "070": ["ICBC", "ICBCT"],
  "071": ["TCD", "TCRB"],
  "073": ["LHB", "LHBANK", "LHFG"],
};
const CODES = new Map(
  Object.entries(SHORT_NAMES).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);

/**
 * Returns the three-digit code of a bank. Accepts the code with or without leading zeros, or a short name of
 * the bank. Returns an unknown name as its letters and digits in upper case.
 */
export function bankCode(text: string): string {
  const plain = normaliseDigits(text.normalize("NFKC"))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "");
  return /^\d{1,3}$/.test(plain) ? plain.padStart(3, "0") : (CODES.get(plain) ?? plain);
}
