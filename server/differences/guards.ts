import type { Definition } from "../../engine/flow/definition.ts";
import { withReferences } from "../../engine/flow/rules-named.ts";
import type { RuleCase } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import type { ChangedClass, FlowComparison } from "../../engine/verify/compare/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * What depends on a changed rule. A rule is its own measure: its author can remove the cases that would show a
 * weakening, and every proof still holds. Compliance decides; this makes it visible.
 */
export type Guard = {
  readonly effects: readonly GuardedEffect[];
  /** Whether people pass now who did not before. */
  readonly letsMore: "yes" | "no" | "undecided";
  /** Removed cases; rewritten cases; cases that expect another answer. */
  readonly casesGone: number;
  readonly casesRewritten: number;
  readonly casesTurned: number;
};

/**
 * An effect that a rule protects, directly or through another rule. `required`: no one reaches it against the rule.
 * `lets-off`: people for whom it holds skip a confirmation.
 */
export type GuardedEffect = {
  readonly effect: string;
  readonly step: string;
  readonly title: Words;
  readonly as: "required" | "lets-off";
};

type Changed = { readonly before: Definition; readonly after: Definition; readonly rule: string };

/** Returns what depends on a rule, and what a comparison shows about it. */
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
  // A new or removed rule has no removed cases.
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
 * Returns whether a changed rule lets more people pass, by the effects that use it; without effects, as a required
 * rule.
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
 * Returns whether a class passes newly. `lets-off` needs a rule known to hold; a required rule also passes with
 * `allow`.
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
  // A case that now describes the same person in more detail counts as rewritten, not removed.
  const casesRewritten = Math.min(gone, added);
  return { casesGone: gone - casesRewritten, casesRewritten, casesTurned: count("turned") };
}
