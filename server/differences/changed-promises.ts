import type { Definition } from "../../engine/flow/definition.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { titleOfRule, titleOfStep } from "../sources/index.ts";

/**
 * A promise that only one of two versions makes. A promise says that a rule holds for everybody who reaches a
 * step.
 */
export type ChangedPromise = {
  readonly kind: "added" | "removed";
  readonly step: Words;
  readonly rule: Words;
};

/**
 * Returns the added and the removed promises. Removed ones are listed first, because they no longer protect
 * anyone.
 */
export function changedPromises(before: Definition, after: Definition): readonly ChangedPromise[] {
  const only = (one: Definition, other: Definition, kind: ChangedPromise["kind"]) =>
    promisedOnlyBy(one, other).map((promise) => ({
      kind,
      step: titleOfStep([one], promise.before),
      rule: titleOfRule(one, promise.rule),
    }));
  return [...only(before, after, "removed"), ...only(after, before, "added")];
}

/** Returns those promises of one version that the other version does not make. */
export function promisedOnlyBy(one: Definition, other: Definition): Definition["flow"]["invariants"] {
  const known = new Set(other.flow.invariants.map((promise) => canonicalJson(promise)));
  return one.flow.invariants.filter((promise) => !known.has(canonicalJson(promise)));
}
