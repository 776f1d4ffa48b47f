/**
 * Reasons why a question about a definition is undecided: keys and the parameters of their texts
 * (`engine/rules/message.ts`).
 */
export const PHRASES = {
  "why.values": ["places"],
  "why.nodes": ["budget"],
  "why.rule": ["rule"],
  "why.operator": ["operator"],
  "why.place": ["path"],
  "why.product": [],
} as const;

declare module "../../rules/message.ts" {
  interface PhraseCatalogues {
    readonly model: typeof PHRASES;
  }
}
