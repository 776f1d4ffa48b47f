import type { Definition } from "../../engine/flow/definition.ts";
import { findText, textPlaces } from "../../engine/flow/text-keys.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { GRAMMAR } from "../../engine/verify/words/index.ts";
import { type Around, called, type Loss } from "./loss.ts";

/**
 * The texts of a question's choices, by the value that each choice sends. Texts are in the sequence of
 * `LANGUAGES`.
 */
type Choices = ReadonlyMap<string, readonly string[]>;
type Question = { readonly step: string; readonly field: string; readonly choices: Choices };

/**
 * Finds choices whose texts were exchanged, so that a choice with the same text now sends another value. This
 * looks like a changed text, but changes what people answer.
 */
export function lostWords({ versions, old, now, wording }: Around): readonly Loss[] {
  const is = questionsOf(versions.after);
  const at = LANGUAGES.indexOf(wording.language);
  return [...questionsOf(versions.before)].flatMap(([place, { step, field, choices }]): readonly Loss[] => {
    const kept = is.get(place)?.choices;
    if (kept === undefined || !old.steps.has(step) || !now.steps.has(step)) return [];
    const moved = [...choices].find(([value, words]) => isAnothers(words, value, kept));
    if (moved === undefined) return [];
    const [value, words] = moved;
    const others = kept.get(value) ?? [];
    // If the texts were exchanged only in the other language, the texts of that language are shown.
    const shown = plain(words[at]) === plain(others[at]) ? 1 - at : at;
    const params = {
      field: called(wording, `answers.${step}.${field}`),
      before: words[shown] ?? value,
      after: others[shown] ?? value,
    };
    return [{ kind: "answer", says: { key: "lost.words", params } }];
  });
}

/** Returns whether the text of a value now stands at another value of the question, in either language. */
function isAnothers(words: readonly string[], value: string, now: Choices): boolean {
  return words.some(
    (word, at) =>
      plain(now.get(value)?.[at]) !== plain(word) &&
      [...now].some(([other, others]) => other !== value && plain(others[at]) === plain(word)),
  );
}

function questionsOf(definition: Definition): ReadonlyMap<string, Question> {
  const found = new Map<string, { step: string; field: string; choices: Map<string, readonly string[]> }>();
  const root = `${definition.flow.namespace}:${definition.flow.id}.`;
  for (const { keys } of textPlaces(definition)) {
    const [, step = "", field = "", value = ""] = OPTION.exec(keys[0]?.slice(root.length) ?? "") ?? [];
    if (!keys[0]?.startsWith(root) || value === "") continue;
    const question = found.get(`${step}.${field}`) ?? { step, field, choices: new Map() };
    question.choices.set(
      value,
      LANGUAGES.map(
        (language) => findText(definition.texts, language, keys) ?? wordOf(value, language) ?? value,
      ),
    );
    found.set(`${step}.${field}`, question);
  }
  return found;
}

/** Matches keys of the form `<step>.<field>.options.<value>`. Fields can be nested. */
const OPTION = /^([^.]+)\.(.+)\.options\.(.+)$/;

/** Returns the default text of yes or no; null for other values. */
function wordOf(value: string, language: (typeof LANGUAGES)[number]): string | null {
  const { yes, no } = GRAMMAR[language];
  return value === "true" ? yes : value === "false" ? no : null;
}

function plain(word: string | undefined): string | undefined {
  return word?.normalize("NFC").trim().toLowerCase();
}
