import { normaliseDigits } from "../engine/values/thai-digits.ts";

/** The short names by which Thai banks go, by their three-digit code. Source: Bank of Thailand, codes of financial institutions. */
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
 * A bank as it is kept and compared: its three-digit code, from a code without its zeros or a short name. One that nobody knows keeps
 * its letters and digits, in upper case.
 */
export function bankCode(text: string): string {
  const plain = normaliseDigits(text.normalize("NFKC"))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "");
  return /^\d{1,3}$/.test(plain) ? plain.padStart(3, "0") : (CODES.get(plain) ?? plain);
}
