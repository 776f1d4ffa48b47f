import i18next, { type TOptions } from "i18next";
import { keepCookie, readCookie } from "./cookie.ts";
import { joinerOf } from "./joiner-of.ts";
import { createStore, useStore } from "./store.ts";

/** The two languages of the product; Thai is the default and the fallback. */
export type Language = "th" | "en";

/** Parameters of a text, by name. */
export type TextParams = Readonly<Record<string, unknown>>;

/** Looks up a text, `namespace:key`. */
export type Translate = (key: string, params?: TextParams) => string;

/** Texts that are loaded together (`locales/areas.json`). */
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

// Grows whenever the language or a text changed: components that read texts follow it.
const edition = createStore(0);
const needed = new Set<TextArea>();
const loaded = new Map<string, Promise<void>>();

/** English below `/en`, else the language kept in the cookie `lng`; anything unknown is Thai. */
export function keptLanguage(): Language {
  return readCookie("lng") === "en" || /^\/en(\/|$)/.test(location.pathname) ? "en" : "th";
}

/** The language that is shown now. */
export function language(): Language {
  return i18next.language === "en" ? "en" : "th";
}

/** Starts i18next in the kept language with the server's texts of these areas. Resolves when they can be read. */
export async function startTexts(areas: readonly TextArea[]): Promise<void> {
  const lng = keptLanguage();
  document.documentElement.lang = lng;
  await i18next.init({
    lng,
    fallbackLng: "th",
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await needTexts(areas);
}

/** Loads the areas that are not there yet. Resolves when their texts can be read in the language shown. */
export async function needTexts(areas: readonly TextArea[]): Promise<void> {
  for (const area of areas) needed.add(area);
  await Promise.all(areas.map((area) => loadOnce(language(), area)));
}

/** Shows another language and keeps the choice. Resolves when its texts are there. */
export async function switchLanguage(lng: Language): Promise<void> {
  await Promise.all([...needed].map((area) => loadOnce(lng, area)));
  keepCookie("lng", lng);
  await i18next.changeLanguage(lng);
  document.documentElement.lang = lng;
  edition.set(edition.get() + 1);
}

/** Asks the server anew for all texts that were loaded, since they changed. */
export async function reloadTexts(): Promise<void> {
  await Promise.all([...loaded.keys()].map((address) => loadTexts(address, { cache: "no-cache" })));
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
  const lng: Language = address.startsWith("en") ? "en" : "th";
  // The page names the edition that it was sent with: the browser keeps those texts without asking again.
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
