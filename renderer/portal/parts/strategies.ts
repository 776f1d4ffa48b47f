import { hasText, t } from "../../kit/text/i18n.ts";

/** The six strategies in the order in which they are shown. Their names and one-liners are texts: `home:strategy.<key>`. */
export const STRATEGIES = [
  { code: "M-LCAP", key: "lcap", riskLevel: 7 },
  { code: "M-BTCA", key: "btca", riskLevel: 7 },
  { code: "M-STABLE", key: "stable", riskLevel: 5 },
  { code: "M-BLOCKCHAIN", key: "blockchain", riskLevel: 8 },
  { code: "M-NEXT GEN", key: "nextgen", riskLevel: 8 },
  { code: "M-METAVERSE", key: "metaverse", riskLevel: 8 },
] as const;

/** Text key of a strategy's one-liner; `null` for a code this page does not know. */
export function strategyKey(code: string): string | null {
  const found = STRATEGIES.find((one) => one.code.replace(/[\s-]/g, "") === code.replace(/[\s-_]/g, ""));
  return found ? `home:strategy.${found.key}` : null;
}

/** What a strategy is in a few words, in the language shown; nothing for a code this page does not know. */
export function oneLiner(code: string): string {
  const key = strategyKey(code);
  return key !== null && hasText(key) ? t(key) : "";
}
