import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";

/** Returns a text of the rule book in one language, with its parameters filled in. */
export type Say = (key: string, params?: { readonly [name: string]: string | number }) => string;

/** Reads the rule book's texts. Throws for a missing key, because that is a defect of the code. */
export function sayIn(texts: JsonObject, language: Language): Say {
  return (key, params = {}) => {
    const found = key
      .split(".")
      .reduce<Json | undefined>((at, name) => (at as JsonObject | undefined)?.[name], texts);
    if (typeof found !== "string")
      throw new Error(`sayIn: the rule book has no text "${key}" in "${language}"`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ""));
  };
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The position of an article in the book, and its language. */
export type Within = {
  readonly language: Language;
  readonly say: Say;
  /** Number of the rule in the book, counted from 1. */
  readonly number: number;
  readonly chapter: string;
};

/** Makes the first letter of a sentence upper case. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
