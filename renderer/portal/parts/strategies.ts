import { hasText, t } from "../../kit/text/i18n.ts";

/** The six strategies in display order. Their short descriptions are the texts `home:strategy.<key>`. */
export const STRATEGIES = [
  { code: "M-LCAP", key: "lcap", riskLevel: 7 },
  { code: "M-BTCA", key: "btca", riskLevel: 7 },
  { code: "M-STABLE", key: "stable", riskLevel: 5 },
  { code: "M-BLOCKCHAIN", key: "blockchain", riskLevel: 8 },
  { code: "M-NEXT GEN", key: "nextgen", riskLevel: 8 },
  { code: "M-METAVERSE", key: "metaverse", riskLevel: 8 },
] as const;

/** Returns the text key of a strategy's short description; `null` for an unknown code. */
export function strategyKey(code: string): string | null {
  const found = STRATEGIES.find((one) => one.code.replace(/[\s-]/g, "") === code.replace(/[\s-_]/g, ""));
  return found ? `home:strategy.${found.key}` : null;
}

/** Returns a strategy's short description in the current language; empty for an unknown code. */
export function oneLiner(code: string): string {
  const key = strategyKey(code);
  return key !== null && hasText(key) ? t(key) : "";
}
