type Texts = { readonly [key: string]: string | { readonly what: string; readonly mend: string } };
type Language = "th" | "en";

const FILES: { readonly [language in Language]: () => Promise<{ readonly default: unknown }> } = {
  th: () => import("../../../locales/th/finding.json"),
  en: () => import("../../../locales/en/finding.json"),
};
const loaded = new Map<Language, Texts>();

/** Loads what findings say in the language of the page: half of what the engine's thread would bring along otherwise. */
export async function loadFindingTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const { default: texts } = await FILES[language]();
  loaded.set(language, texts as Texts);
}

/** What findings say in one language; in the other one until it is loaded, since the page shows none but its own. */
export function findingTexts(language: Language): Texts {
  return new Proxy({} as Texts, {
    get: (_, key) => (loaded.get(language) ?? [...loaded.values()][0])?.[String(key)],
  });
}
