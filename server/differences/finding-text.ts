import type { Phrase } from "../../engine/rules/message.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Fold } from "../../engine/verify/lint/index.ts";
import { placeOf, said, type Words, wordsOf } from "../../engine/verify/words/index.ts";

/**
 * Returns a finding with its texts in one language, as `--json` prints it. `says` still has the message
 * itself, for other languages.
 */
export function inWords(
  finding: Finding,
  language: Language,
): Finding & { readonly what: string; readonly mend: string } {
  return { ...finding, ...said(finding, language) };
}

/** Writes a finding as text for a command: where it is, what is wrong, an example person, and what to do. */
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

/** Writes a fault as text for a command: its cause, and each of its consequences on a line. */
export function findingTextWithCause({ cause, follow }: Fold, language: Language): string {
  if (follow.length === 0) return findingText(cause, language);
  const head = wordsOf({ key: "tell.follow", params: { count: follow.length } })[language];
  return [
    findingText(cause, language),
    head,
    ...follow.map((one) => `  ${placeOf(one)} [${one.code}] ${said(one, language).what}`),
  ].join("\n  ");
}
