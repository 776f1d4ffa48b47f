import type { Translate } from "../../kit/text/i18n.ts";

/** The name of a ledger account; its code has the strategy after the last colon. */
export function accountName(account: string, words: Translate): string {
  const at = account.lastIndexOf(":");
  const ofStrategy = ["strategy", "residues", "accrued:management"].includes(account.slice(0, at));
  const key = (ofStrategy ? account.slice(0, at) : account).replaceAll(":", "-");
  return words(`staff:books.account.${key}`, { strategy: account.slice(at + 1) });
}
