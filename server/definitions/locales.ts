import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { type Packed, pack } from "../http/index.ts";
import { sha256 } from "../sha256.ts";

/**
 * The areas into which texts are divided; a page loads all texts of an area together. Every page needs
 * `public`. Which other areas it needs depends on its address (`renderer/frame/areas.ts`).
 */
export const TEXT_AREAS = [
  "public",
  "entry",
  "investor",
  "money",
  "forms",
  "warnings",
  "flows",
  "staff",
  "proof",
  "studio",
  "development",
] as const;
export type TextArea = (typeof TEXT_AREAS)[number];

/** The portal's own texts, packed for sending to pages. */
export type Locales = {
  /**
   * Returns all texts of an area, grouped by namespace and packed. They have a tag that changes whenever the
   * texts change.
   */
  readonly area: (language: Language, area: TextArea) => Packed;
  /**
   * Returns the edition of the texts, which differs after every change of a text. It is part of the address
   * of the texts, so that browsers can cache them permanently.
   */
  readonly edition: () => string;
  /**
   * Reads the text files again. If a file contains invalid JSON, the last valid texts stay in use and the
   * error is returned.
   */
  readonly reload: () => Promise<{ readonly changed: boolean; readonly wrong: string | null }>;
};

type Texts = {
  readonly edition: string;
  readonly packed: Readonly<Record<Language, Readonly<Record<TextArea, Packed>>>>;
};

/**
 * Reads `locales/<language>/<namespace>.json`, divided into areas by `locales/areas.json`. Namespaces under
 * `server` are not sent to pages; namespaces that are not listed are sent to all pages. A language without a
 * folder has no texts.
 */
export async function createLocales(rootDir: string): Promise<Locales> {
  let texts = await readAll(rootDir);
  return {
    area: (language, area) => texts.packed[language][area],
    edition: () => texts.edition,
    reload: async () => {
      try {
        const next = await readAll(rootDir);
        const changed = texts.edition !== next.edition;
        texts = next;
        return { changed, wrong: null };
      } catch (error) {
        return { changed: false, wrong: (error as Error).message };
      }
    },
  };
}

async function readAll(rootDir: string): Promise<Texts> {
  const areas = await areasOf(rootDir);
  const read = await Promise.all(
    LANGUAGES.map(async (language) => [language, await readLanguage(rootDir, language, areas)] as const),
  );
  const packed = Object.fromEntries(read) as Texts["packed"];
  const tags = LANGUAGES.flatMap((language) => TEXT_AREAS.map((area) => packed[language][area].etag));
  return { edition: sha256(tags.join(" ")).slice(0, 12), packed };
}

/** Reads from `locales/areas.json` which area each namespace belongs to. */
async function areasOf(rootDir: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(rootDir, "locales", "areas.json"), "utf8").catch(() => "{}");
  const areas = JSON.parse(text) as { readonly [area: string]: readonly string[] };
  return new Map(Object.entries(areas).flatMap(([area, within]) => within.map((name) => [name, area])));
}

async function readLanguage(
  rootDir: string,
  language: Language,
  areas: ReadonlyMap<string, string>,
): Promise<Record<TextArea, Packed>> {
  const folder = join(rootDir, "locales", language);
  const files = (await readdir(folder).catch(() => [] as string[])).filter((file) => file.endsWith(".json"));
  const found: Record<string, Record<string, JsonObject>> = {};
  for (const file of files.sort()) {
    const namespace = file.slice(0, -".json".length);
    const area = areas.get(namespace) ?? "public";
    const text = await readFile(join(folder, file), "utf8");
    try {
      found[area] = { ...found[area], [namespace]: JSON.parse(text) as JsonObject };
    } catch (error) {
      throw new Error(`locales/${language}/${file}: ${(error as Error).message}`);
    }
  }
  const packed = TEXT_AREAS.map((area) => [area, pack(JSON.stringify(found[area] ?? {}))] as const);
  return Object.fromEntries(packed) as Record<TextArea, Packed>;
}
