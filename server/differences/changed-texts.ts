import type { Definition } from "../../engine/flow/definition.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { type TextSpot, textSpot } from "./text-spot.ts";

/**
 * A changed text with its older and newer wording. A wording is `null` if that version lacks the text. `key`
 * has the form `namespace:key`.
 */
export type ChangedText = {
  readonly key: string;
  readonly before: Words | null;
  readonly after: Words | null;
  readonly spot: TextSpot;
};

/**
 * Maximum number of texts that are listed for one change. The rewriting of a flow can change hundreds of
 * texts.
 */
const MOST_TEXTS = 200;

/**
 * Texts that a comparison does not list: names of facts, effects and flags. They change only together with
 * rules, and only staff read them.
 */
const NAMES = /^(fact|effect|flag):/;

/** Returns the texts that differ between two versions, up to a maximum, and the number of omitted ones. */
export function changedTexts(
  before: Definition,
  after: Definition,
): { readonly changed: readonly ChangedText[]; readonly more: number } {
  const old = textsOf(before);
  const now = textsOf(after);
  const changed = [...new Set([...old.keys(), ...now.keys()])]
    .map((key) => ({ key, before: old.get(key) ?? null, after: now.get(key) ?? null }))
    .filter((one) => one.before?.th !== one.after?.th || one.before?.en !== one.after?.en)
    .filter(({ key, before, after }) => !NAMES.test(key) || (before !== null && after !== null));
  const listed = changed
    .slice(0, MOST_TEXTS)
    .map((one) => ({ ...one, spot: textSpot([after, before], one.key) }));
  return { changed: listed, more: Math.max(0, changed.length - MOST_TEXTS) };
}

function textsOf({ texts }: Definition): ReadonlyMap<string, Words> {
  const all = new Map<string, { th: string; en: string }>();
  for (const language of LANGUAGES)
    for (const [namespace, tree] of Object.entries(texts[language]))
      collect(all, language, `${namespace}:`, tree);
  return all;
}

function collect(
  all: Map<string, { [language in Language]: string }>,
  language: Language,
  key: string,
  value: Json | undefined,
): void {
  if (typeof value === "string") {
    const words = all.get(key) ?? { th: "", en: "" };
    words[language] = value;
    all.set(key, words);
  } else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value))
      collect(all, language, key.endsWith(":") ? `${key}${name}` : `${key}.${name}`, inner as Json);
}
