/** Words that stand in where a list names nothing: keys, and what their texts fill in (`engine/rules/message.ts`). */
export const PHRASES = {
  none: [],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly words: typeof PHRASES;
  }
}
