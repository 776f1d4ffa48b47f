import i18next, { type TOptions } from "i18next";
import {
  asLanguage,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  languageOfAddress,
} from "../../../engine/values/languages.ts";
import { keepCookie, readCookie } from "./cookie.ts";
import { joinerOf } from "./joiner-of.ts";
import { createStore, useStore } from "./store.ts";

export type { Language };

/** Parameters of a text, by parameter name. */
export type TextParams = Readonly<Record<string, unknown>>;

/** Looks up a text by `namespace:key`. */
export type Translate = (key: string, params?: TextParams) => string;

/** A group of texts that load together (`locales/areas.json`). */
export type TextArea =
  | "public"
  | "entry"
  | "investor"
  | "money"
  | "forms"
  | "warnings"
  | "flows"
  | "staff"
  | "proof"
  | "studio"
  | "development";

// Increases when the language or a text changes. Components with texts subscribe to this counter.
const edition = createStore(0);
const needed = new Set<TextArea>();
const loaded = new Map<string, Promise<void>>();

/** Returns the language named in the address, or else in the cookie `lng`, or else the default language. */
export function keptLanguage(): Language {
  return languageOfAddress(location.pathname) ?? asLanguage(readCookie("lng")) ?? DEFAULT_LANGUAGE;
}

/** Returns the current language. */
export function language(): Language {
  return asLanguage(i18next.language) ?? DEFAULT_LANGUAGE;
}

/** Starts i18next in the stored language with the texts of these areas. Resolves when they are loaded. */
export async function startTexts(areas: readonly TextArea[]): Promise<void> {
  const lng = keptLanguage();
  document.documentElement.lang = lng;
  await i18next.init({
    lng,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await needTexts(areas);
}

/**
 * Loads the text areas that are still missing. Resolves when their texts are available in the current
 * language.
 */
export async function needTexts(areas: readonly TextArea[]): Promise<void> {
  for (const area of areas) needed.add(area);
  await Promise.all(areas.map((area) => loadOnce(language(), area)));
}

/** Switches the language and stores the choice. Resolves when its texts are loaded. */
export async function switchLanguage(lng: Language): Promise<void> {
  await Promise.all([...needed].map((area) => loadOnce(lng, area)));
  keepCookie("lng", lng);
  await i18next.changeLanguage(lng);
  document.documentElement.lang = lng;
  edition.set(edition.get() + 1);
}

/** Reloads all loaded texts after a change on the server. */
export async function reloadTexts(): Promise<void> {
  await Promise.all([...loaded.keys()].map((address) => loadTexts(address, { cache: "no-cache" })));
}

const wholeWords = new Map<Language, (text: string) => string>();

/** Prevents line breaks inside listed words in a text that the server sent. */
export function keepWhole(text: string): string {
  return wholeWords.get(language())?.(text) ?? text;
}

/**
 * Returns a function that shows a sentence from the server in the current language, without line breaks
 * inside words. For use inside a component.
 */
export function useSentence(): (said: Readonly<Record<Language, string>>) => string {
  useStore(edition);
  return (said) => keepWhole(said[language()]);
}

type Namespaces = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

// Texts of the flow version on screen. A flow shows the texts of its version, even after the portal's own
// texts are reloaded.
let laidOver: Readonly<Record<Language, Namespaces>> | null = null;

/**
 * Shows the texts of a flow's version in place of the portal's texts. With `null`, the portal's texts return
 * at the next reload of texts.
 */
export function layTexts(texts: Readonly<Record<Language, Namespaces>> | null): void {
  if (texts === laidOver) return;
  laidOver = texts;
  if (texts === null) return;
  for (const lng of LANGUAGES) addTexts(lng, texts[lng]);
}

/** Adds texts, replacing existing ones with the same key. */
export function addTexts(lng: Language, namespaces: Namespaces): void {
  const { together } = namespaces.common ?? {};
  if (typeof together === "string") wholeWords.set(lng, joinerOf(together));
  for (const [namespace, texts] of Object.entries(namespaces))
    i18next.addResourceBundle(lng, namespace, joined(texts, lng), true, true);
  edition.set(edition.get() + 1);
}

/** Returns the text of a key in the current language. Returns an unknown key unchanged. */
export const t: Translate = (key, params) => String(i18next.t(key, params as TOptions));

/** Whether a key has a text. */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}

/** Returns the text of the first key that has one; `null` if none of the keys has a text. */
export function firstText(keys: readonly (string | null)[], params?: TextParams): string | null {
  for (const key of keys) if (key !== null && i18next.exists(key)) return t(key, params);
  return null;
}

/** Returns a list of paragraphs, or any other value at a key. */
export function textTree(key: string): unknown {
  return i18next.exists(key) ? i18next.t(key, { returnObjects: true } as TOptions) : null;
}

/** Returns `t` inside a component, and re-renders the component when the language or a text changes. */
export function useText(): Translate {
  useStore(edition);
  return t;
}

/** Returns the current language inside a component. */
export function useLanguage(): Language {
  useStore(edition);
  return language();
}

function loadOnce(lng: Language, area: TextArea): Promise<void> {
  const address = `${lng}/${area}`;
  const known = loaded.get(address);
  if (known !== undefined) return known;
  const loading = loadTexts(address, {});
  loaded.set(address, loading);
  loading.catch(() => loaded.delete(address));
  return loading;
}

async function loadTexts(address: string, options: { readonly cache?: RequestCache }): Promise<void> {
  const lng = asLanguage(address.split("/")[0]) ?? DEFAULT_LANGUAGE;
  // The page names the edition of the texts that it was built with, so the browser may cache those texts.
  const named = options.cache === undefined ? (document.documentElement.dataset.texts ?? "") : "";
  const query = named === "" ? "" : `?edition=${named}`;
  const answer = await fetch(`/api/locales/${address}${query}`, { credentials: "same-origin", ...options });
  if (!answer.ok) throw new Error(`texts ${address}: ${answer.status}`);
  addTexts(lng, (await answer.json()) as Namespaces);
  if (laidOver !== null) addTexts(lng, laidOver[lng]);
}

function joined(texts: unknown, lng: Language): unknown {
  if (typeof texts === "string") return wholeWords.get(lng)?.(texts) ?? texts;
  if (typeof texts !== "object" || texts === null) return texts;
  if (Array.isArray(texts)) return texts.map((one) => joined(one, lng));
  return Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, joined(one, lng)]));
}
