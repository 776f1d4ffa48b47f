import i18next, { type TOptions } from "i18next";
import { keepCookie, readCookie } from "./cookie.ts";
import { createStore, useStore } from "./store.ts";

/** The two languages of the product; Thai is the default and the fallback. */
export type Language = "th" | "en";

/** Parameters of a text, by name. */
export type TextParams = Readonly<Record<string, unknown>>;

/** Looks up a text, `namespace:key`. */
export type Translate = (key: string, params?: TextParams) => string;

// Grows whenever the language or a text changed: components that read texts follow it.
const edition = createStore(0);
const bundles = new Set<Language>();

/** The language kept in the cookie `lng`; anything unknown is Thai. */
export function keptLanguage(): Language {
  return readCookie("lng") === "en" ? "en" : "th";
}

/** The language that is shown now. */
export function language(): Language {
  return i18next.language === "en" ? "en" : "th";
}

/** Starts i18next in the kept language with the server's texts. Resolves when texts can be read. */
export async function startTexts(): Promise<void> {
  const lng = keptLanguage();
  document.documentElement.lang = lng;
  await i18next.init({
    lng,
    fallbackLng: "th",
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await loadTexts(lng);
}

/** Shows another language and keeps the choice. Resolves when its texts are there. */
export async function switchLanguage(lng: Language): Promise<void> {
  if (!bundles.has(lng)) await loadTexts(lng);
  keepCookie("lng", lng);
  await i18next.changeLanguage(lng);
  document.documentElement.lang = lng;
  edition.set(edition.get() + 1);
}

/** Asks the server for the texts of every language that was loaded, since they changed. */
export async function reloadTexts(): Promise<void> {
  await Promise.all([...bundles].map(loadTexts));
}

const wholeWords = new Map<Language, (text: string) => string>();

/** A sentence of the server in the language shown, its words kept whole at the ends of lines as those of our own texts are. */
export function keepWhole(text: string): string {
  return wholeWords.get(language())?.(text) ?? text;
}

type Namespaces = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

// What is shown of a flow says what its version says, also after the portal's own texts came anew.
let laidOver: Readonly<Record<Language, Namespaces>> | null = null;

/** Lays the texts of a flow's version over the portal's own; `null` lets those come back with the next reload. */
export function layTexts(texts: Readonly<Record<Language, Namespaces>> | null): void {
  laidOver = texts;
  if (texts === null) return;
  addTexts("th", texts.th);
  addTexts("en", texts.en);
}

/** Adds texts over the ones that are there. */
export function addTexts(lng: Language, namespaces: Namespaces): void {
  const { together } = namespaces.common ?? {};
  if (typeof together === "string") wholeWords.set(lng, joinerOf(together));
  for (const [namespace, texts] of Object.entries(namespaces))
    i18next.addResourceBundle(lng, namespace, joined(texts, lng), true, true);
  edition.set(edition.get() + 1);
}

/** The text at a key in the language that is shown. A key without a text is returned as it is. */
export const t: Translate = (key, params) => String(i18next.t(key, params as TOptions));

/** Whether there is a text at a key. */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}

/** The first of several keys that has a text, as text; `null` where none has. */
export function firstText(keys: readonly (string | null)[], params?: TextParams): string | null {
  for (const key of keys) if (key !== null && i18next.exists(key)) return t(key, params);
  return null;
}

/** A list of paragraphs, or whatever else stands at a key. */
export function textTree(key: string): unknown {
  return i18next.exists(key) ? i18next.t(key, { returnObjects: true } as TOptions) : null;
}

/** `t` inside a component, which is shown again when the language or a text changes. */
export function useText(): Translate {
  useStore(edition);
  return t;
}

/** The language inside a component. */
export function useLanguage(): Language {
  useStore(edition);
  return language();
}

async function loadTexts(lng: Language): Promise<void> {
  const answer = await fetch(`/api/locales/${lng}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`texts ${lng}: ${answer.status}`);
  bundles.add(lng);
  addTexts(lng, (await answer.json()) as Namespaces);
  if (laidOver !== null) addTexts(lng, laidOver[lng]);
}

function joined(texts: unknown, lng: Language): unknown {
  if (typeof texts === "string") return wholeWords.get(lng)?.(texts) ?? texts;
  if (typeof texts !== "object" || texts === null) return texts;
  if (Array.isArray(texts)) return texts.map((one) => joined(one, lng));
  return Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, joined(one, lng)]));
}

/**
 * Joins the parts of the words of a list such as `ใบ|อนุญาต`, which browsers part at the end of a line: their dictionaries
 * know the parts alone. The joiner (U+2060) takes no room and is not read out.
 */
function joinerOf(list: string): (text: string) => string {
  const parts = new Map(
    list.split(" ").map((word) => [word.replaceAll("|", ""), word.replaceAll("|", "\u2060")]),
  );
  const longestFirst = [...parts.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.join("|"), "g");
  return (text) => text.replace(pattern, (word) => parts.get(word) ?? word);
}
