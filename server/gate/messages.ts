/**
 * The findings of the gate, except those of the proof: message keys and their parameters (see
 * `engine/rules/message.ts`).
 */
export const FINDINGS = {
  // Findings about files and schemas
  "offer-changed": ["offers", "flow"],
  // Findings about versions
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
