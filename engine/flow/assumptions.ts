import type { RuleFile } from "../rules/rule.ts";
import type { Definition } from "./definition.ts";

/** A rule that is a promise about a fact. */
export type Assumption = RuleFile & { readonly assumes: string };

/** What the providers of a definition's facts promise: every proof about it stands on these. */
export function assumptionsOf(definition: Definition): readonly Assumption[] {
  return Object.values(definition.rules).filter((rule): rule is Assumption => rule.assumes !== undefined);
}
