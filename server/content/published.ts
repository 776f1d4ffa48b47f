import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Db } from "../db/index.ts";
import type { AllWritten } from "./read-files.ts";
import { CONTENT_TYPES } from "./types.ts";
import "./tables.ts";

/**
 * Returns the published content. A published item replaces the item of the release with the same key, and
 * removed items are left out.
 */
export async function publishedOver(db: Db, files: AllWritten): Promise<AllWritten> {
  const rows = await db
    .selectFrom("content_versions")
    .distinctOn(["type", "key"])
    .select(["type", "key", "th", "en"])
    .where("state", "=", "PUBLISHED")
    .orderBy("type")
    .orderBy("key")
    // Each key has at most one item that waits for a decision, so the order of submission is also the order
    // of decisions.
    .orderBy("ordinal", "desc")
    .execute();
  const all = CONTENT_TYPES.map((type) => {
    const own = rows.filter((row) => row.type === type);
    if (own.length === 0) return [type, files[type]] as const;
    const written = LANGUAGES.map((language) => {
      const items = new Map(files[type][language]);
      for (const { key, [language]: item } of own)
        if (item === null) items.delete(key);
        else items.set(key, item);
      return [language, items] as const;
    });
    return [type, Object.fromEntries(written)] as const;
  });
  return Object.fromEntries(all) as AllWritten;
}
