/** Properties of a language that the code needs in addition to the texts. */
export type LanguageFacts = {
  /** Name of the language in that language. */
  readonly name: string;
  /** First part of a page's address in this language. Empty for the language at the root. */
  readonly path: string;
  /**
   * BCP 47 tags of the language: one with the region, and one for formatting days and months (with Gregorian
   * years).
   */
  readonly tag: string;
  readonly dates: string;
};

const FACTS = {
  th: { name: "ไทย", path: "", tag: "th-TH", dates: "th-TH-u-ca-gregory" },
  en: { name: "English", path: "/en", tag: "en-GB", dates: "en-GB" },
} as const satisfies { readonly [language: string]: LanguageFacts };

export type Language = keyof typeof FACTS;

/**
 * The register of languages. Every text exists in each of them. The recipe is “A language” in
 * `docs/recipes.md`.
 */
export const LANGUAGES = Object.keys(FACTS) as readonly Language[];

/** The language of pages at the root, for readers who have not chosen a language. */
export const DEFAULT_LANGUAGE: Language = "th";

/** One value for each language. */
export type InLanguages<Value> = Readonly<Record<Language, Value>>;

/** One sentence in each language. */
export type Words = InLanguages<string>;

/** Returns the properties of a language. */
export function languageFacts(language: Language): LanguageFacts {
  return FACTS[language];
}

/** Calls `make` for each language and returns the results by language. */
export function inLanguages<Value>(make: (language: Language) => Value): InLanguages<Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as InLanguages<Value>;
}

/** Returns the sentence that `find` returns for each language, or `null` if one language has no sentence. */
export function wordsOrNull(find: (language: Language) => unknown): Words | null {
  const words = inLanguages(find);
  return Object.values(words).every((text) => typeof text === "string" && text !== "")
    ? (words as Words)
    : null;
}

/** Returns the language with a code, or `null` if no language has it. */
export function asLanguage(code: unknown): Language | null {
  return LANGUAGES.find((language) => language === code) ?? null;
}

/** Returns all languages except one, in the register's order. */
export function otherLanguages(language: Language): readonly Language[] {
  return LANGUAGES.filter((other) => other !== language);
}

/** Returns the address of a page in a language. `path`: the address of the page at the root. */
export function addressIn(language: Language, path: string): string {
  const before = FACTS[language].path;
  return path === "/" && before !== "" ? before : `${before}${path}`;
}

/** Returns the language that an address begins with, or `null` for an address at the root. */
export function languageOfAddress(address: string): Language | null {
  const [, first = ""] = /^(\/[^/?]+)/.exec(address) ?? [];
  return LANGUAGES.find((language) => first !== "" && FACTS[language].path === first) ?? null;
}

/**
 * Returns the language and the namespace in the path of a text file, `locales/<language>/<namespace>.json`.
 * Returns `null` for other paths.
 */
export function localeOf(path: string): { readonly language: Language; readonly namespace: string } | null {
  const [, code = "", namespace = ""] = /^locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
  const language = asLanguage(code);
  return language === null ? null : { language, namespace };
}
