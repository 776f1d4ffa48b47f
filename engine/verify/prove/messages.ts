/** Messages of proofs: keys and the parameters of their texts (`engine/rules/message.ts`). */
export const FINDINGS = {
  "entry-never": ["place"],
  "entry-always": ["place"],
  "entry-hides-only": ["place", "step"],
  "effect-unconfirmed.unless": ["step", "effect", "challenge", "rule"],
  "assumption-impossible": ["fact", "rules"],
  "unreachable-step.nobody": ["step", "before"],
  "impossible-branch.never": ["step", "to"],
  "impossible-branch.earlier": ["step", "to"],
  "check-never-holds": ["step", "rule"],
  "answer-demanded": ["step", "rule", "field"],
  "invariant-broken": ["step", "rule"],
  "check-blocks-effect": ["step", "rule"],
  "dead-end": ["step"],
  "dead-end.asks": ["step"],
  "dead-end.back": ["step"],
  "end-without-way-on": ["step"],
  "input-missing-on-path": ["step", "path", "name"],
  "contested-not-asked": ["step", "code", "path"],
  "submitted-unseen": ["path", "step", "reviews"],
  "wait-without-end.missing": ["step", "path"],
  "schema-unsatisfiable": ["reason"],
  "schema-unsatisfiable.when": ["reason", "when"],
  "constant-rule": ["answer"],
  "constant-rule.known": ["answer"],
  "value-outside-type": ["value"],
  "dead-condition": ["constant", "part"],
  "dead-condition.clause": ["answer"],
  "dead-condition.implied": [],
  "not-proved.nobody": ["claim", "why"],
  "not-proved.somebody": ["claim"],
  "not-proved.invariant": ["rule", "step", "why"],
  "not-proved.schema": ["reason"],
  "not-proved.schema-when": ["reason", "when"],
  "not-proved.rule": ["rule", "why"],
  "not-proved.condition": ["why"],
  "not-proved.flow": ["why"],
  "not-proved.assumption": ["rules", "why"],
  // Messages about whether open instances can follow a new version.
  "follow-receipt-lost": ["step"],
  "follow-unasked.field": ["step", "path"],
  "follow-unasked.step": ["step", "receipt"],
  "follow-refused": ["step", "path", "value"],
} as const;

export const PHRASES = {
  "answers.holds": [],
  "answers.fails": [],
  "answers.unknown": [],
  "answers.ask": [],
  "reasons.fields": [],
  "reasons.words": ["words"],
  "reasons.noWord": [],
  "reasons.bounds": ["least", "from", "most", "to"],
  "reasons.items": ["least", "kinds"],
  "reasons.integers": [],
  "reasons.texts": ["keywords"],
} as const;

declare module "../../rules/message.ts" {
  interface FindingCatalogues {
    readonly prove: typeof FINDINGS;
  }
  interface PhraseCatalogues {
    readonly prove: typeof PHRASES;
  }
}
