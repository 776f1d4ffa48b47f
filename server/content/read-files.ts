import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BRANDS, type Brand } from "../../domain/brands.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { judgeContent } from "./judge.ts";
import { CONTENT_TYPES, type ContentType, KEY } from "./types.ts";

/** The items of a type in each language, in order. The map's key is the item's key. */
export type Written = { readonly [language in Language]: ReadonlyMap<string, JsonObject> };
export type AllWritten = { readonly [Type in ContentType]: Written };

/**
 * Reads the release's content, `content/<language>/<type>.json`: a list of items, each with its key. Throws
 * an error with file, location and fault if an item is invalid.
 */
export async function readContentFiles(rootDir: string, brand: Brand): Promise<AllWritten> {
  const name = BRANDS[brand].name;
  const types = await Promise.all(
    CONTENT_TYPES.map(async (type) => {
      const read = LANGUAGES.map(
        async (language) => [language, await readType(rootDir, language, type, name)] as const,
      );
      return [type, Object.fromEntries(await Promise.all(read))];
    }),
  );
  return Object.fromEntries(types) as AllWritten;
}

async function readType(rootDir: string, language: Language, type: ContentType, brand: string) {
  const path = join("content", language, `${type}.json`);
  const text = (await readFile(join(rootDir, path), "utf8")).replaceAll("{{brand}}", brand);
  const items = new Map<string, JsonObject>();
  for (const [index, { key, ...item }] of (JSON.parse(text) as readonly JsonObject[]).entries()) {
    if (typeof key !== "string" || !new RegExp(KEY).test(key) || items.has(key))
      throw new Error(
        `${path} /${index}/key: a key is missing, there twice, or not in small letters and hyphens`,
      );
    const judged = judgeContent(type, item);
    if (!judged.ok)
      throw new Error(`${path} /${index}${judged.error.pointer} ("${key}"): ${judged.error.code}`);
    items.set(key, item);
  }
  return items;
}
