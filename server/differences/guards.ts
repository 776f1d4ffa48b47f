import type { Definition } from "../../engine/flow/definition.ts";
import { withReferences } from "../../engine/flow/rules-named.ts";
import type { RuleCase } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import type { ChangedClass, FlowComparison } from "../../engine/verify/compare/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * The effects that depend on a changed rule, with signs that the rule became weaker. Tests alone do not
 * protect a rule, because its author can remove the cases that would show a weakening. The people of
 * compliance decide; this list shows them what to look at.
 */
export type Guard = {
  readonly effects: readonly GuardedEffect[];
  /** Whether the rule now lets people pass whom it did not let pass before. */
  readonly letsMore: "yes" | "no" | "undecided";
  /**
   * Number of removed test cases. The next two fields count the rewritten cases, and the cases that now
   * expect another answer.
   */
  readonly casesGone: number;
  readonly casesRewritten: number;
  readonly casesTurned: number;
};

/**
 * An effect that depends on a rule, directly or through another rule. `required`: the effect can be reached
 * only if the rule holds. `lets-off`: people for whom the rule holds may skip a confirmation.
 */
export type GuardedEffect = {
  readonly effect: string;
  readonly step: string;
  readonly title: Words;
  readonly as: "required" | "lets-off";
};

type Changed = { readonly before: Definition; readonly after: Definition; readonly rule: string };

/**
 * Returns the effects that depend on a rule, and whether the comparison shows that the rule became weaker.
 */
export function guardOf(changed: Changed, compared: FlowComparison["rules"][string]): Guard {
  const { before, after, rule } = changed;
  const effects = new Map(
    [after, before]
      .flatMap((definition) => guardedBy(definition, rule))
      .map(({ step, ...one }) => [
        `${step} ${one.as}`,
        { ...one, step, title: titleOfStep([after, before], step) },
      ]),
  );
  const guarded = [...effects.values()];
  // If the rule was added or removed as a whole, its test cases do not count as removed.
  const isKept = before.rules[rule] !== undefined && after.rules[rule] !== undefined;
  const [cases, nowAsked] = [before, after].map(({ rules }) =>
    isKept ? (rules[rule]?.cases ?? []) : [],
  ) as [Cases, Cases];
  return { effects: guarded, letsMore: letsMore(compared, guarded), ...changedCases(cases, nowAsked) };
}

function guardedBy(definition: Definition, rule: string): readonly Omit<GuardedEffect, "title">[] {
  const stands = (guard: string | undefined): boolean =>
    guard !== undefined && withReferences(definition, [guard]).has(rule);
  return Object.entries(definition.flow.steps).flatMap(([step, content]) => {
    if (content.kind !== "effect") return [];
    const { effect } = content;
    const { requires = [], confirmedBy } = definition.effects[effect] ?? {};
    return [
      ...(requires.some(stands) ? [{ effect, step, as: "required" as const }] : []),
      ...(stands(confirmedBy?.unless) ? [{ effect, step, as: "lets-off" as const }] : []),
    ];
  });
}

/**
 * Returns whether a changed rule lets more people pass than before, judged by how effects use it. A rule that
 * no effect uses is judged like a required one.
 */
export function letsMore(
  compared: FlowComparison["rules"][string],
  effects: readonly GuardedEffect[],
): Guard["letsMore"] {
  if (compared.kind === "unknown" || compared.kind === "refused") return "undecided";
  if (compared.kind !== "different") return "no";
  const uses = effects.length === 0 ? ["required" as const] : effects.map(({ as }) => as);
  const more = compared.classes.some((people) => uses.some((as) => passesNewly(people, as)));
  return more ? "yes" : "no";
}

/**
 * Returns whether a group of people passes that did not pass before. Where the rule is `required`, an unknown
 * value with the setting `allow` counts as passing too. For `lets-off`, the rule must be known to hold.
 */
function passesNewly({ from, to }: ChangedClass, as: GuardedEffect["as"]): boolean {
  const [before, now] = [standing(from), standing(to)];
  return as === "lets-off" ? now > before : before === 0 && now > 0;
}

function standing(answer: Json): number {
  if (answer === true) return 2;
  return answer === "unknown, so allow" ? 1 : 0;
}

type Cases = readonly RuleCase[];

function changedCases(
  before: Cases,
  after: Cases,
): Pick<Guard, "casesGone" | "casesRewritten" | "casesTurned"> {
  const expected = new Map(after.map(({ given, expect }) => [canonicalJson(given), canonicalJson(expect)]));
  const asked = new Set(before.map(({ given }) => canonicalJson(given)));
  const found = before.map(({ given, expect }) => {
    const now = expected.get(canonicalJson(given));
    if (now === undefined) return "gone";
    return now === canonicalJson(expect) ? "same" : "turned";
  });
  const count = (what: (typeof found)[number]): number => found.filter((one) => one === what).length;
  const [gone, added] = [count("gone"), [...expected.keys()].filter((given) => !asked.has(given)).length];
  // A test case that now describes the same person in more detail counts as rewritten. It does not count as
  // removed.
  const casesRewritten = Math.min(gone, added);
  return { casesGone: gone - casesRewritten, casesRewritten, casesTurned: count("turned") };
}
