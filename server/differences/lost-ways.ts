import type { Definition } from "../../engine/flow/definition.ts";
import type { Step } from "../../engine/flow/flow-file.ts";
import { hasForm, nextOf } from "../../engine/flow/step-kinds.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { alike, type ChangedClass, type FlowComparison } from "../../engine/verify/compare/index.ts";
import { wordsOfCube } from "../../engine/verify/words/index.ts";
import type { Wording } from "./class-lines.ts";
import { letsMore } from "./guards.ts";
import { knownOf, looksAtAsMuch } from "./known-of-people.ts";
import { type Around, type Loss, stepCalled } from "./loss.ts";
import { alwaysBefore, type Passing } from "./ways-to-effects.ts";

/**
 * Finds rules that are no longer checked on the way to an effect, and rules that now let more people pass. A
 * renamed rule is no loss.
 */
export function lostRules(
  { versions, old, now, wording }: Around,
  { rules }: FlowComparison,
): readonly Loss[] {
  const { before, after } = versions;
  const [was, is] = [checksOn(before, old), checksOn(after, now)];
  const named = (rule: string) => ({ rule: wording.naming.rule(rule, wording.language) });
  const saysTheSame = (rule: string, other: string): boolean =>
    alike(decisive(before, rule), decisive(after, other));
  const unasked = [...was].filter(
    (rule) => !is.has(rule) && ![...is].some((other) => !was.has(other) && saysTheSame(rule, other)),
  );
  // If a rule is used by another rule, only the answer of that outer rule counts, because the outer rule may
  // negate it.
  const changed = [...was].flatMap((rule): readonly Loss[] => {
    const compared = rules[rule];
    if (compared === undefined || !is.has(rule)) return [];
    const more = letsMore(compared, []);
    if (more === "no") return [];
    return [
      {
        kind: "rule",
        rule,
        says: { key: more === "yes" ? "lost.rule" : "lost.rule-undecided", params: named(rule) },
      },
    ];
  });
  return [
    ...unasked.map((rule): Loss => ({ kind: "rule", says: { key: "lost.check", params: named(rule) } })),
    ...changed,
  ];
}

/**
 * Returns everything that decides a rule's answer. Two rules with equal results are the same rule under
 * different names.
 */
function decisive({ rules }: Definition, rule: string): unknown {
  const { must, onMissing } = rules[rule] ?? {};
  return [onMissing, must?.map(({ logic }) => canonicalJson(logic)).sort()];
}

/**
 * Returns the rules that protect the way to an effect: rules checked by forms on the way, and rules that must
 * hold before one of its steps.
 */
function checksOn({ flow }: Definition, { steps }: Passing): ReadonlySet<string> {
  const checked = [...steps].flatMap((id) => {
    const step = flow.steps[id];
    return step !== undefined && hasForm(step) ? (step.check ?? []) : [];
  });
  const promised = flow.invariants.filter(({ before }) => steps.has(before)).map(({ rule }) => rule);
  return new Set([...checked, ...promised]);
}

/**
 * Finds people who now reach the effect with fewer protections, and people who did not reach it in the old
 * version.
 */
export function lostWays(
  { versions, old, now, wording }: Around,
  comparison: FlowComparison,
): readonly Loss[] {
  const { before, after } = versions;
  const knownAt = knownOf(versions, comparison);
  return comparison.steps.flatMap(({ step, leads, unknown }): readonly Loss[] => {
    if (!old.steps.has(step) || !now.steps.has(step)) return [];
    if (unknown !== null) {
      const branches = nextOf(before.flow.steps[step] as Step).map(({ to }) => old.guardsFrom(to));
      const isSame = branches.every(
        (guards) => guards !== null && alike([...guards].sort(), [...(branches[0] ?? [])].sort()),
      );
      return isSame
        ? []
        : [{ kind: "way", says: { key: "lost.way-undecided", params: { step: stepCalled(wording, step) } } }];
    }
    return leads.flatMap((led): readonly Loss[] => {
      if (typeof led.from !== "string" || typeof led.to !== "string") return [];
      const known = knownAt(step, led);
      const reached = now.guardsFrom(led.to, known);
      if (reached === null) return [];
      const stood = old.guardsFrom(led.from);
      const who = people(led, wording);
      const at = stepCalled(wording, step);
      if (stood === null)
        return [{ kind: "way", says: { key: "lost.way-new", params: { step: at, people: who } } }];
      // If all these people have passed a protection earlier on their way, it still comes before the effect
      // and is not lost.
      const isPassed = (guard: string): boolean =>
        alwaysBefore(after, guard, step, known) && looksAtAsMuch(versions, guard);
      // A protection that is on none of the new ways to the effect is already reported as another kind of
      // loss. So it is left out here.
      const missed = [...stood].filter(
        (guard) => !reached.has(guard) && now.steps.has(guard) && !isPassed(guard),
      );
      return missed.map(
        (guard): Loss => ({
          kind: "way",
          says: { key: "lost.way", params: { step: at, people: who, guard: stepCalled(wording, guard) } },
        }),
      );
    });
  });
}

function people({ somebody, cubes }: ChangedClass, { naming, language }: Wording): string {
  const [widest = somebody] = cubes;
  return wordsOfCube(widest, naming)[language];
}
