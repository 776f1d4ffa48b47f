/** What the code knows of a language besides its texts. */
export type LanguageFacts = {
  /** As its speakers call it. */
  readonly name: string;
  /** First part of a page's address; empty for the language at the root. */
  readonly path: string;
  /** BCP 47 tag with region, and the one by which days and months are written (Gregorian years). */
  readonly tag: string;
  readonly dates: string;
};

const FACTS = {
  th: { name: "ไทย", path: "", tag: "th-TH", dates: "th-TH-u-ca-gregory" },
  en: { name: "English", path: "/en", tag: "en-GB", dates: "en-GB" },
} as const satisfies { readonly [language: string]: LanguageFacts };

export type Language = keyof typeof FACTS;

/** The register of languages: every text exists in each. The recipe is “A language” in `docs/recipes.md`. */
export const LANGUAGES = Object.keys(FACTS) as readonly Language[];

/** The language at the root, of a reader who has chosen none. */
export const DEFAULT_LANGUAGE: Language = "th";

/** One value for each language. */
export type InLanguages<Value> = Readonly<Record<Language, Value>>;

/** One sentence in each language. */
export type Words = InLanguages<string>;

/** What the code knows of a language. */
export function languageFacts(language: Language): LanguageFacts {
  return FACTS[language];
}

/** The value that `make` gives for each language. */
export function inLanguages<Value>(make: (language: Language) => Value): InLanguages<Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as InLanguages<Value>;
}

/** The sentence that `find` has for each language; `null` if one of them has none. */
export function wordsOrNull(find: (language: Language) => unknown): Words | null {
  const words = inLanguages(find);
  return Object.values(words).every((text) => typeof text === "string" && text !== "")
    ? (words as Words)
    : null;
}

/** The language of that code; `null` if there is none. */
export function asLanguage(code: unknown): Language | null {
  return LANGUAGES.find((language) => language === code) ?? null;
}

/** The other languages, in the register's order. */
export function otherLanguages(language: Language): readonly Language[] {
  return LANGUAGES.filter((other) => other !== language);
}

/** The address of a page in a language. `path`: its address at the root. */
export function addressIn(language: Language, path: string): string {
  const before = FACTS[language].path;
  return path === "/" && before !== "" ? before : `${before}${path}`;
}

/** The language that an address begins with; `null` for an address at the root. */
export function languageOfAddress(address: string): Language | null {
  const [, first = ""] = /^(\/[^/?]+)/.exec(address) ?? [];
  return LANGUAGES.find((language) => first !== "" && FACTS[language].path === first) ?? null;
}

/** Finds the language and the namespace in the path of a file of texts, `locales/<language>/<namespace>.json`; `null` for other paths. */
export function localeOf(path: string): { readonly language: Language; readonly namespace: string } | null {
  const [, code = "", namespace = ""] = /^locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
  const language = asLanguage(code);
  return language === null ? null : { language, namespace };
}
