import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../engine/values/json.ts";

/** One sentence in both languages. */
export type Words = { readonly th: string; readonly en: string };

/** Reads texts of `locales/` on the server. */
export type Texts = {
  /** The sentence at `<namespace>:<key>`, or `null` where there is none. */
  readonly find: (key: string, params?: JsonObject) => Words | null;
};

/**
 * Opens the texts; a namespace is read at its first use. With `fresh` they are read anew each time, so
 * that an edited sentence shows without a restart.
 */
export function createTexts(options: { readonly rootDir: string; readonly fresh: boolean }): Texts {
  let instance = open();
  return {
    find: (key, params = {}) => {
      const [namespace = "", name = ""] = splitOnce(key, ":");
      if (!/^[a-z-]+$/.test(namespace)) return null;
      if (options.fresh) instance = open();
      for (const language of ["th", "en"] as const)
        if (!instance.hasResourceBundle(language, namespace))
          instance.addResourceBundle(language, namespace, read(options.rootDir, language, namespace));
      const th: unknown = instance.t(name, { ...params, lng: "th", ns: namespace, defaultValue: "" });
      const en: unknown = instance.t(name, { ...params, lng: "en", ns: namespace, defaultValue: "" });
      return typeof th === "string" && typeof en === "string" && th !== "" && en !== "" ? { th, en } : null;
    },
  };
}

function open(): i18n {
  const instance = createInstance();
  instance.init({
    resources: {},
    fallbackLng: false,
    initAsync: false,
    // Plain text here: whoever makes HTML of it escapes it there.
    interpolation: { escapeValue: false },
  });
  return instance;
}

function read(rootDir: string, language: string, namespace: string): JsonObject {
  const path = join(rootDir, "locales", language, `${namespace}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
