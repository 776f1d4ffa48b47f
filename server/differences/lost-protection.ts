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

/** A protection that a version removes from effects, or that no longer applies to all people. */
export type LostProtection = {
  readonly kind: LossKind;
  /** The effects that the protection belonged to, with their steps. */
  readonly effects: readonly { readonly step: string; readonly effect: string; readonly title: Words }[];
  /** A sentence that describes the loss. */
  readonly says: Words;
  /** The question that is no longer asked. Present only if the loss is a question. */
  readonly question?: Path;
  /** The rule that lets more people pass. Present only if the loss is a weaker rule. */
  readonly rule?: string;
};

/** Returns the questions that are no longer asked, without those that `lost` already contains. */
export function questionsLeft(unasked: readonly Path[], lost: readonly LostProtection[]): readonly Path[] {
  return unasked.filter((path) => !lost.some(({ question }) => isWithin(path, question)));
}

function isWithin(path: Path, question: Path | undefined): boolean {
  return question !== undefined && (path === question || path.startsWith(`${question}.`));
}

type Guarded = { readonly step: string; readonly effect: string; readonly now: string };

/**
 * Finds all protections that a version removes. These are codes, reviews, questions that can now be left out,
 * and declarations that can now be declined. They are also rules that are dropped or let more people pass,
 * and new ways that avoid any protection. A protection counts even if the effect's signature does not require
 * it, because an earlier author put it there on purpose.
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

/**
 * Returns the effect steps that exist in both versions. A step that was renamed is recognised by its effect.
 */
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
