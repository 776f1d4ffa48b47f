import type { Definition } from "../../flow/definition.ts";
import { LANGUAGES } from "../../values/languages.ts";
import { keyOf, leavesOf, whereOf } from "./check-wording.ts";
import type { Fault } from "./fault.ts";
import type { Names } from "./names.ts";

/**
 * Checks that texts are in the right language file. A Thai text must contain Thai letters, and an English
 * text must not.
 */
export function checkLanguage({ texts }: Definition, { terms }: Pick<Names, "terms">): readonly Fault[] {
  const known = new Set(terms.flatMap((term) => term.toLowerCase().split(" ")));
  return LANGUAGES.flatMap((language) =>
    [...leavesOf(texts[language], "")].flatMap(([place, text]): readonly Fault[] => {
      const found = language === "th" ? englishIn(text, known) : (/[\u0E00-\u0E7F]+/.exec(text)?.[0] ?? null);
      if (found === null) return [];
      const params = { language: { key: `languages.${language}` }, key: keyOf(place), found } as const;
      return [{ ...whereOf(language, place), says: { key: "text-language", params } }];
    }),
  );
}

/**
 * Maximum number of consecutive English words in a Thai text. A text without any Thai letters may contain no
 * English words.
 */
const MOST_IN_A_ROW = 3;

function englishIn(text: string, known: ReadonlySet<string>): string | null {
  // Addresses, and other text with a point or colon inside, are not words.
  const plain = text.replace(/\{\{[^{}]*\}\}|\S+/g, (word) =>
    /^\{\{[^{}]*\}\}$|.[.:@/]./s.test(word) ? " " : word.replace(/\{\{[^{}]*\}\}/g, " "),
  );
  const hasThai = /[\u0E00-\u0E7F]/.test(plain);
  const most = hasThai ? MOST_IN_A_ROW : 0;
  for (const [run] of plain.matchAll(/[A-Za-z][A-Za-z'’-]*(?: [A-Za-z][A-Za-z'’-]*)*/g)) {
    const words = run.split(" ").filter((word) => !isTerm(word, known));
    if (words.length > most) return run;
  }
  return null;
}

/**
 * Returns true for a word that is the same in both languages: names, terms, abbreviations in capitals and
 * single letters.
 */
function isTerm(word: string, known: ReadonlySet<string>): boolean {
  return word.length === 1 || word === word.toUpperCase() || known.has(word.toLowerCase());
}
