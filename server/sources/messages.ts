/**
 * The findings of reading definition files: message keys and their parameters (see
 * `engine/rules/message.ts`).
 */
export const FINDINGS = {
  "duplicate-name": [],
} as const;

declare module "../../engine/rules/message.ts" {
  interface FindingCatalogues {
    readonly sources: typeof FINDINGS;
  }
}
