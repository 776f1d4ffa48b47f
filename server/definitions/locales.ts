import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "../../engine/flow/definition.ts";
import type { Language } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Packed, pack } from "../http/index.ts";

/** The texts of one language by namespace, and their bytes, whose tag changes with them. */
export type LocaleBundle = { readonly packed: Packed; readonly namespaces: JsonObject };

/** The portal's own texts as pages read them. */
export type Locales = {
  readonly bundle: (language: Language) => LocaleBundle;
  /** Reads the files again; a file that is not JSON keeps the last readable texts and answers what is wrong. */
  readonly reload: () => Promise<{ readonly changed: boolean; readonly wrong: string | null }>;
};

// E-mail texts, what colleagues call facts (an answer of the server fills those in), what a command prints; legal
// documents have versions and approvals of their own.
const NOT_FOR_PAGES = new Set(["mail", "fact", "effect", "evidence", "legal"]);

/** Reads `locales/<language>/<namespace>.json`. A language that has no folder yet is empty. */
export async function createLocales(rootDir: string): Promise<Locales> {
  let bundles = await readAll(rootDir);
  return {
    bundle: (language) => bundles[language],
    reload: async () => {
      try {
        const next = await readAll(rootDir);
        const changed = LANGUAGES.some(
          (language) => next[language].packed.etag !== bundles[language].packed.etag,
        );
        bundles = next;
        return { changed, wrong: null };
      } catch (error) {
        return { changed: false, wrong: (error as Error).message };
      }
    },
  };
}

async function readAll(rootDir: string): Promise<Record<Language, LocaleBundle>> {
  const [th, en] = await Promise.all([readLanguage(rootDir, "th"), readLanguage(rootDir, "en")]);
  return { th, en };
}

async function readLanguage(rootDir: string, language: Language): Promise<LocaleBundle> {
  const folder = join(rootDir, "locales", language);
  const names = await readdir(folder).catch(() => [] as string[]);
  const namespaces: Record<string, JsonObject> = {};
  for (const name of names.filter((file) => file.endsWith(".json")).sort()) {
    const namespace = name.slice(0, -".json".length);
    if (NOT_FOR_PAGES.has(namespace)) continue;
    const text = await readFile(join(folder, name), "utf8");
    try {
      namespaces[namespace] = JSON.parse(text) as JsonObject;
    } catch (error) {
      throw new Error(`locales/${language}/${name}: ${(error as Error).message}`);
    }
  }
  return { packed: pack(JSON.stringify(namespaces)), namespaces };
}
