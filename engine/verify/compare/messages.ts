/**
 * Reasons why it is undecided whether an unchanged rule gives another result: keys and the parameters of
 * their texts (`engine/rules/message.ts`).
 */
export const PHRASES = {
  "why.reads-otherwise": ["path"],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly compare: typeof PHRASES;
  }
}
