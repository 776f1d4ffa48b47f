import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../engine/values/json.ts";
import { LANGUAGES, type Words, wordsOrNull } from "../engine/values/languages.ts";

/** A sentence in both languages. */

/** The texts of `locales/` that the server uses. */
export type Texts = {
  /** Returns the sentence at `<namespace>:<key>`; `null` if missing. */
  readonly find: (key: string, params?: JsonObject) => Words | null;
};

/**
 * Creates the texts. A namespace is read on first use. With `fresh`, it is read again after its file changed,
 * so that edits show without a restart.
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
    // These texts are plain; values are escaped later, when HTML is made.
    interpolation: { escapeValue: false },
  });
  return instance;
}

const GONE = "gone";

/** Returns a value that differs after every write of the file. */
function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? GONE : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
