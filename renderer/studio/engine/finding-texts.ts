import type { Language } from "../../../engine/values/languages.ts";

type Texts = { readonly [key: string]: string | { readonly what: string; readonly mend: string } };
const FILES: { readonly [language in Language]: () => Promise<{ readonly default: unknown }> } = {
  th: () => import("../../../locales/th/finding.json"),
  en: () => import("../../../locales/en/finding.json"),
};
const loaded = new Map<Language, Texts>();

/**
 * Loads the texts of findings in the page's language. The worker would be twice as large if it contained both
 * languages.
 */
export async function loadFindingTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const { default: texts } = await FILES[language]();
  loaded.set(language, texts as Texts);
}

/**
 * Returns the texts of findings in a language. Texts that are not loaded are replaced by those of the other
 * language; the page shows only its own language.
 */
export function findingTexts(language: Language): Texts {
  return new Proxy({} as Texts, {
    get: (_, key) => (loaded.get(language) ?? [...loaded.values()][0])?.[String(key)],
  });
}
