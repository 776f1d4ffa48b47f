import type { Definition } from "../../engine/flow/definition.ts";
import { dependentChanges, type FlowComparison, rulesBehind } from "../../engine/verify/compare/index.ts";
import type { Ordinary } from "../../engine/verify/witness/index.ts";
import { type Naming, type Words, wordsOf } from "../../engine/verify/words/index.ts";
import { titleOfRule } from "../sources/index.ts";
import { type Affected, oneOf } from "./affected.ts";

/**
 * A rule whose result changes because it reads a changed rule or question. `affected` lists the people who
 * get another result. It is empty if the only change is that an answer was added or removed. `why` tells why
 * the effect could not be determined.
 */
export type Consequence = {
  readonly rule: string;
  readonly title: Words;
  /** The changed rules and questions that the result reads, by their titles and labels. */
  readonly through: readonly Words[];
  readonly affected: readonly Affected[];
  readonly why: Words | null;
};

/**
 * Returns all results that change because a changed part is read, also indirectly, through derived values.
 * The final result of such a chain is listed first: a risk level tells more than the score from which it
 * follows.
 */
export function consequencesOf(
  before: Definition,
  after: Definition,
  { rules, steps }: FlowComparison,
  { naming, ordinary }: { readonly naming: Naming; readonly ordinary: Ordinary | null },
): readonly Consequence[] {
  const changed = Object.entries(rules)
    .filter(([, { kind }]) => kind === "different" || kind === "unknown")
    .map(([id]) => id);
  const byRules = dependentChanges(before, after, changed, ordinary).flatMap(
    ({ rule, through, comparison }): Consequence[] => {
      const head = {
        rule,
        title: titleOfRule(after, rule),
        through: through.map((one) => titleOfRule(after, one)),
        affected: [],
        why: null,
      };
      if (comparison.kind === "unknown") return [{ ...head, why: wordsOf(comparison.why) }];
      if (comparison.kind !== "different") return [];
      const affected = comparison.classes.map((changed) => ({
        from: changed.from,
        to: changed.to,
        people: [],
        more: true,
        witness: oneOf(changed, naming),
      }));
      return [{ ...head, affected }];
    },
  );
  const listed = new Set(byRules.map(({ rule }) => rule));
  const feeds = new Map<string, Consequence>();
  for (const { answers } of steps)
    for (const path of new Set(
      answers.flatMap((one) => ("path" in one ? [one.path] : one.cube.map(({ variable }) => variable.path))),
    ))
      for (const rule of [...rulesBehind(after, path)].reverse()) {
        if (listed.has(rule)) continue;
        const label = { th: naming.place(path, "th"), en: naming.place(path, "en") };
        const known = feeds.get(rule);
        feeds.set(rule, {
          rule,
          title: titleOfRule(after, rule),
          through: [...(known?.through ?? []), label],
          affected: [],
          why: null,
        });
      }
  return [...byRules, ...feeds.values()];
}
