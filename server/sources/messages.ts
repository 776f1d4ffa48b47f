/**
 * The messages about errors in definition files, each with the names of its parameters (see
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
