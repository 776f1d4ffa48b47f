/** The findings that commands report: message keys and their parameters (see `engine/rules/message.ts`). */
export const FINDINGS = {
  "no-flows": ["root"],
} as const;

export const PHRASES = {
  "tell.sleep": ["flow", "set", "steps"],
  "tell.some": ["flow", "set", "steps", "flags"],
  "tell.unguarded": ["flow", "set", "step", "effects"],
  "tell.assumed": ["rules"],
  "tell.sound": ["count", "flows"],
  "tell.found": ["count", "findings"],
  "compare.shared": ["files"],
  "compare.no-flow": ["places"],
  "compare.two-kinds": ["file", "folder"],
} as const;

declare module "../../engine/rules/message.ts" {
  interface FindingCatalogues {
    readonly commands: typeof FINDINGS;
  }
  interface PhraseCatalogues {
    readonly commands: typeof PHRASES;
  }
}
