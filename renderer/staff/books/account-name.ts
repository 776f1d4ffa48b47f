import type { Translate } from "../../kit/text/i18n.ts";

/** Returns the name of a ledger account. The part of its code after the last colon is the strategy. */
export function accountName(account: string, words: Translate): string {
  const at = account.lastIndexOf(":");
  const ofStrategy = ["strategy", "residues", "accrued:management"].includes(account.slice(0, at));
  const key = (ofStrategy ? account.slice(0, at) : account).replaceAll(":", "-");
  return words(`staff:books.account.${key}`, { strategy: account.slice(at + 1) });
}
