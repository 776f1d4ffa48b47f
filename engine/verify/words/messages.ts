/** The phrase for an empty list: its key and the parameters of its texts (`engine/rules/message.ts`). */
export const PHRASES = {
  none: [],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly words: typeof PHRASES;
  }
}
