import type { RuleFile } from "../rules/rule.ts";
import type { Definition } from "./definition.ts";

/** A rule that states what a fact's provider promises. */
export type Assumption = RuleFile & { readonly assumes: string };

/** Returns the assumptions about a definition's facts. Every proof about the definition depends on them. */
export function assumptionsOf(definition: Definition): readonly Assumption[] {
  return Object.values(definition.rules).filter((rule): rule is Assumption => rule.assumes !== undefined);
}
