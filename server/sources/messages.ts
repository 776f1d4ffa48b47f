/** What reading the files of definitions says: keys, and what their texts fill in (`engine/rules/message.ts`). */
export const FINDINGS = {
  "duplicate-name": [],
} as const;

declare module "../../engine/rules/message.ts" {
  interface FindingCatalogues {
    readonly sources: typeof FINDINGS;
  }
}
