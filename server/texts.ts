import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../engine/values/json.ts";
import { LANGUAGES, type Words, wordsOrNull } from "../engine/values/languages.ts";

/** A sentence in both languages. */

/** The texts of `locales/` that the server uses. */
export type Texts = {
  /** Returns the sentence with the key `<namespace>:<key>`; `null` if it is missing. */
  readonly find: (key: string, params?: JsonObject) => Words | null;
};

/**
 * Creates the reader of texts. A namespace is read when a text of it is first needed. With `fresh`, it is
 * read again after its file has changed, so that edits show without a restart.
 */
export function createTexts(options: { readonly rootDir: string; readonly fresh: boolean }): Texts {
  const instance = open();
  const known = new Map<string, string>();
  return {
    find: (key, params = {}) => {
      const [namespace = "", name = ""] = splitOnce(key, ":");
      if (!/^[a-z-]+$/.test(namespace)) return null;
      for (const language of LANGUAGES) {
        const path = join(options.rootDir, "locales", language, `${namespace}.json`);
        if (!options.fresh && known.has(path)) continue;
        const state = stateOf(path);
        if (known.get(path) === state) continue;
        known.set(path, state);
        instance.removeResourceBundle(language, namespace);
        instance.addResourceBundle(
          language,
          namespace,
          state === GONE ? {} : JSON.parse(readFileSync(path, "utf8")),
        );
      }
      return wordsOrNull((lng) => instance.t(name, { ...params, lng, ns: namespace, defaultValue: "" }));
    },
  };
}

function open(): i18n {
  const instance = createInstance();
  instance.init({
    resources: {},
    fallbackLng: false,
    initAsync: false,
    // The texts are plain, so values are not escaped here. They are escaped when a text becomes HTML.
    interpolation: { escapeValue: false },
  });
  return instance;
}

const GONE = "gone";

/** Returns a value that changes with every write of the file, by which a change is noticed. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? GONE : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
