import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";

/** A text of the rule book's namespace in one language, with its placeholders filled in. */
export type Say = (key: string, params?: { readonly [name: string]: string | number }) => string;

/** Reads the rule book's texts; a key without a text is a fault of ours and throws. */
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

/** Text for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** What a sheet of the book is made with. */
export type Within = {
  readonly language: Language;
  readonly say: Say;
  /** Of the rule in the book, from 1. */
  readonly number: number;
  readonly chapter: string;
};

/** A sentence that stands alone. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
