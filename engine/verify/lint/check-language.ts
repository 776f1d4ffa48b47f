import { type Definition, LANGUAGES } from "../../flow/definition.ts";
import { keyOf, leavesOf, whereOf } from "./check-wording.ts";
import type { Fault } from "./fault.ts";
import type { Names } from "./names.ts";

/** Texts that stand in the file of the other language: no Thai without Thai letters, none of them in English. */
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

/** Words in a row that only an English sentence has, or the words of a text without any Thai. */
const MOST_IN_A_ROW = 3;

function englishIn(text: string, known: ReadonlySet<string>): string | null {
  // Addresses, and whatever else is written with a point or a colon inside, are no words.
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

/** Names, terms and whatever is written in capitals are the same in both languages; so is a single letter. */
function isTerm(word: string, known: ReadonlySet<string>): boolean {
  return word.length === 1 || word === word.toUpperCase() || known.has(word.toLowerCase());
}
