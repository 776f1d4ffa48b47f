import type { Definition } from "../../engine/flow/definition.ts";
import type { EffectStep } from "../../engine/flow/flow-file.ts";
import type { Path } from "../../engine/rules/rule.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { FlowComparison } from "../../engine/verify/compare/index.ts";
import type { Naming, Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";
import { sayIn, type Versions, type Wording } from "./class-lines.ts";
import type { Around, Loss, LossKind } from "./loss.ts";
import { lostAnswers } from "./lost-answers.ts";
import { lostChallenges } from "./lost-challenges.ts";
import { lostResults } from "./lost-results.ts";
import { lostScreens } from "./lost-screens.ts";
import { lostRules, lostWays } from "./lost-ways.ts";
import { lostWords } from "./lost-words.ts";
import { passingOf } from "./ways-to-effects.ts";

/** A protection of effects that was removed, or no longer applies to all people. */
export type LostProtection = {
  readonly kind: LossKind;
  /** The effects that it protected, with their steps. */
  readonly effects: readonly { readonly step: string; readonly effect: string; readonly title: Words }[];
  /** A sentence that describes the loss. */
  readonly says: Words;
  /** The question that is no longer asked, if this is the loss. */
  readonly question?: Path;
  /** The rule that lets more people pass, if this is the loss. */
  readonly rule?: string;
};

/** Returns the questions that are no longer asked, except those already reported as lost protections. */
export function questionsLeft(unasked: readonly Path[], lost: readonly LostProtection[]): readonly Path[] {
  return unasked.filter((path) => !lost.some(({ question }) => isWithin(path, question)));
}

function isWithin(path: Path, question: Path | undefined): boolean {
  return question !== undefined && (path === question || path.startsWith(`${question}.`));
}

type Guarded = { readonly step: string; readonly effect: string; readonly now: string };

/**
 * Finds every protection that a version removes: a code, a review, a question or declaration that can be
 * declined or omitted, a rule that is dropped or lets more people pass, a way around any of them. A
 * protection counts even if the effect's signature does not require it, because the previous author wanted
 * it.
 */
export function lostProtections(
  versions: Versions<Definition>,
  comparison: FlowComparison,
  naming: Naming,
): readonly LostProtection[] {
  const found = new Map<string, LostProtection>();
  const wording = { naming, definitions: [versions.after, versions.before] };
  for (const guarded of guardedEffects(versions)) {
    const title = titleOfStep(wording.definitions, guarded.step);
    const one = { step: guarded.step, effect: guarded.effect, title };
    const [th = [], en = []] = LANGUAGES.map((language) =>
      lossesBefore(guarded, versions, comparison, { ...wording, language }),
    );
    en.forEach(({ kind, says, question, rule }, index) => {
      const words = {
        th: sayIn({ language: "th" })(th[index]?.says ?? says),
        en: sayIn({ language: "en" })(says),
      };
      const known = found.get(words.en)?.effects ?? [];
      if (!known.some(({ step }) => step === one.step))
        found.set(words.en, {
          kind,
          says: words,
          effects: [...known, one],
          ...(question === undefined ? {} : { question }),
          ...(rule === undefined ? {} : { rule }),
        });
    });
  }
  return [...found.values()];
}

/** Returns the effect steps that both versions have. A renamed step is found by its effect. */
function guardedEffects({ before, after }: Versions<Definition>): readonly Guarded[] {
  const [old, now] = [effectsOf(before), effectsOf(after)];
  return old.flatMap(([step, { effect }]) => {
    const same = now.find(([name, other]) => name === step && other.effect === effect);
    const renamed = now.filter(
      ([name, other]) => other.effect === effect && !Object.hasOwn(before.flow.steps, name),
    );
    return (same ? [same] : renamed).map(([name]) => ({ step, effect, now: name }));
  });
}

function effectsOf({ flow }: Definition): readonly (readonly [string, EffectStep])[] {
  return Object.entries(flow.steps).filter(
    (entry): entry is [string, EffectStep] => entry[1].kind === "effect",
  );
}

function lossesBefore(
  guarded: Guarded,
  versions: Versions<Definition>,
  comparison: FlowComparison,
  wording: Wording,
): readonly Loss[] {
  const { before, after } = versions;
  const around: Around = {
    versions,
    old: passingOf(before, guarded.step),
    now: passingOf(after, guarded.now),
    wording,
  };
  const isOpened = before.flow.subject === "account" && after.flow.subject === "anonymous";
  return [
    ...(isOpened ? [{ kind: "account", says: { key: "lost.account" } } as const] : []),
    ...lostChallenges(around),
    ...lostScreens(around),
    ...lostAnswers(around, comparison.steps),
    ...lostWords(around),
    ...lostRules(around, comparison),
    ...lostResults(guarded, versions, wording),
    ...lostWays(around, comparison),
  ];
}
