/** Phrases for an empty list: keys and the parameters of their texts (`engine/rules/message.ts`). */
export const PHRASES = {
  none: [],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly words: typeof PHRASES;
  }
}
