import type { Definition } from "../../engine/flow/definition.ts";
import { withReferences } from "../../engine/flow/rules-named.ts";
import type { RuleCase } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import type { ChangedClass, FlowComparison } from "../../engine/verify/compare/index.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * What hangs on a changed rule. It is its own yardstick: whoever loosens it may take out the cases that would have shown so,
 * and every proof still holds. Whether that may be is for compliance to say; that it is so must be seen.
 */
export type Guard = {
  readonly effects: readonly GuardedEffect[];
  /** Whether somebody passes now who did not before. */
  readonly letsMore: "yes" | "no" | "undecided";
  /** Cases that were taken out; those asked about somebody else in their place; those that now expect another answer. */
  readonly casesGone: number;
  readonly casesRewritten: number;
  readonly casesTurned: number;
};

/**
 * An effect that a rule stands before, itself or by a rule that refers to it. `required`: nobody comes to it against the
 * rule; `lets-off`: of whom it holds, no confirmation is asked.
 */
export type GuardedEffect = {
  readonly effect: string;
  readonly step: string;
  readonly title: Words;
  readonly as: "required" | "lets-off";
};

type Changed = { readonly before: Definition; readonly after: Definition; readonly rule: string };

/** What hangs on a rule, and what of it a comparison shows. */
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
  // Of a rule that is new or gone itself, no case was taken out.
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

/** Whether a changed rule lets somebody pass who did not, by how effects use it; without any, as a rule that is required. */
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

/** Only those of whom a rule is known to hold are let off a confirmation; through a rule that is required, `allow` lets too. */
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
  // A case that now says more of the same person was rewritten, and nothing was taken out.
  const casesRewritten = Math.min(gone, added);
  return { casesGone: gone - casesRewritten, casesRewritten, casesTurned: count("turned") };
}
