/**
 * Reasons why a comparison of an unchanged rule is undecided: keys and the parameters of their texts
 * (`engine/rules/message.ts`).
 */
export const PHRASES = {
  "why.reads-otherwise": ["path"],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly compare: typeof PHRASES;
  }
}
