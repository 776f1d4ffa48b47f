import type { RuleFile } from "../rules/rule.ts";
import type { Definition } from "./definition.ts";

/** A rule about a fact whose provider promises that the rule always holds. */
export type Assumption = RuleFile & { readonly assumes: string };

/**
 * Returns the assumptions about a definition's facts. Every proof about the definition uses these
 * assumptions.
 */
export function assumptionsOf(definition: Definition): readonly Assumption[] {
  return Object.values(definition.rules).filter((rule): rule is Assumption => rule.assumes !== undefined);
}
