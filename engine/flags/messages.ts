/** Messages of the switch checks: keys and the parameters of their texts (`engine/rules/message.ts`). */
export const FINDINGS = {
  "unknown-flag": ["flag"],
  "bad-name": ["flag"],
  "no-owner": ["flag"],
  "no-meaning": ["flag"],
  "no-default-set": [],
  "open-default": [],
  "open-default.missing": [],
  "unprotected-set": ["set", "flag"],
  "mock-in-use": ["set", "flag"],
  "unknown-segment": ["id"],
  "switch-no-strategies": ["flag"],
  "switch-portal": ["flag"],
  "switch-strategy": ["flag", "name"],
  "switch-context": ["flag", "name"],
  "switch-percent": ["flag", "percent"],
  "switch-by-chance": ["flag"],
  "switch-nobody": ["flag"],
} as const;

declare module "../rules/message.ts" {
  interface FindingCatalogues {
    readonly flags: typeof FINDINGS;
  }
}
