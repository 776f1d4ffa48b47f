import type { Phrase } from "../../engine/rules/message.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Fold } from "../../engine/verify/lint/index.ts";
import { placeOf, said, type Words, wordsOf } from "../../engine/verify/words/index.ts";

/** A finding with its words in one language, as `--json` prints it; `says` stays for whoever wants the other. */
export function inWords(
  finding: Finding,
  language: Language,
): Finding & { readonly what: string; readonly mend: string } {
  return { ...finding, ...said(finding, language) };
}

/** A finding as a command prints it: place, what is wrong, somebody who shows it, how to mend it. */
export function findingText(finding: Finding, language: Language): string {
  const { severity, code, witness } = finding;
  const { what, mend } = said(finding, language);
  const { words, path } = (witness ?? {}) as { readonly words?: Words; readonly path?: readonly string[] };
  const tell = (phrase: Phrase): string => wordsOf(phrase)[language];
  const shown: Phrase[] = [];
  if (words !== undefined) shown.push({ key: "tell.shown", params: { people: words[language] } });
  if (words !== undefined && path !== undefined)
    shown.push({ key: "tell.way", params: { steps: path.join(" > ") } });
  return [
    `${tell({ key: `tell.${severity}` })} ${placeOf(finding)} [${code}]`,
    what,
    ...shown.map(tell),
    tell({ key: "tell.mend", params: { mend } }),
  ].join("\n  ");
}

/** A fault as a command prints it: its cause, and in one line each what follows from it. */
export function findingTextWithCause({ cause, follow }: Fold, language: Language): string {
  if (follow.length === 0) return findingText(cause, language);
  const head = wordsOf({ key: "tell.follow", params: { count: follow.length } })[language];
  return [
    findingText(cause, language),
    head,
    ...follow.map((one) => `  ${placeOf(one)} [${one.code}] ${said(one, language).what}`),
  ].join("\n  ");
}
