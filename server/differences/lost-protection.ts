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

/** What stood before effects in the version before, and stands there no longer, or no longer before everybody. */
export type LostProtection = {
  readonly kind: LossKind;
  /** The effects before which it stood, by their steps. */
  readonly effects: readonly { readonly step: string; readonly effect: string; readonly title: Words }[];
  /** What is lost, in a sentence. */
  readonly says: Words;
  /** The question that is asked no longer, where that is it. */
  readonly question?: Path;
  /** The rule that lets more people through, where that is it. */
  readonly rule?: string;
};

/** Questions of which it is not said already that they stood before something and are asked no longer. */
export function questionsLeft(unasked: readonly Path[], lost: readonly LostProtection[]): readonly Path[] {
  return unasked.filter((path) => !lost.some(({ question }) => isWithin(path, question)));
}

function isWithin(path: Path, question: Path | undefined): boolean {
  return question !== undefined && (path === question || path.startsWith(`${question}.`));
}

type Guarded = { readonly step: string; readonly effect: string; readonly now: string };

/**
 * Every protection that a version gives up: a code that is asked no longer, a review that is not shown, a question or
 * declaration that may be refused or left out, a rule that is not asked or lets more people through, a way past any of
 * them. Whether the effect's own signature demands it makes no difference: whoever wrote the version before wanted it.
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

/** Effects that both versions do; a step that was given another name is known by its effect. */
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
