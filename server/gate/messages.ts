/** The gate's findings besides the proof: message keys and their parameters (`engine/rules/message.ts`). */
export const FINDINGS = {
  // Files and schemas
  "offer-changed": ["offers", "flow"],
  // Versions
  "rule-not-yet": ["from", "today"],
  "rule-from-kept": ["from"],
  "address-taken": ["address", "flow"],
  "title-taken": ["title", "flow"],
  "rule-unlike": ["rule", "flow", "effect"],
  "oracle-differs": ["ours", "theirs"],
} as const;

declare module "../../engine/rules/message.ts" {
  interface FindingCatalogues {
    readonly gate: typeof FINDINGS;
  }
}
