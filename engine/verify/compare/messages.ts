/** Why a comparison stays undecided where the rule itself did not change: keys, and what their texts fill in (`engine/rules/message.ts`). */
export const PHRASES = {
  "why.reads-otherwise": ["path"],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly compare: typeof PHRASES;
  }
}
