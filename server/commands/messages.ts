/** The findings of commands: message keys and their parameters (`engine/rules/message.ts`). */
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
  "switch.everybody": [],
  "switch.nobody": [],
  "switch.some": ["people"],
  "switch.or": ["one", "other"],
  "switch.anybody": [],
  "switch.share": ["percent", "by"],
  "switch.named": ["people"],
  "switch.strategy": ["name", "values"],
  "switch.among": ["name", "values"],
  "switch.not-among": ["name", "values"],
  "switch.compared": ["name", "operator", "values"],
  "switch.compared-not": ["name", "operator", "values"],
  "switch.while-on": ["flag", "variants"],
  "switch.while-off": ["flag", "variants"],
  "switch.same": [],
  "switch.sleep": ["flow", "steps"],
  "switch.part": ["flow", "steps", "flags"],
  "switch.wake": ["flow", "steps"],
  "switch.undecided": ["flow"],
  "switch.unguarded": ["flow", "step", "effects"],
  "switch.unprotected": ["flag"],
  "switch.mocked": ["flag"],
  "switch.unlisted": ["flag"],
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
