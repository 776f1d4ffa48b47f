import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import { faultOf, hashOf, type LegalContent, legalDocuments } from "./documents.ts";
import type { Room } from "./room.ts";

/**
 * Stores documents of `locales/<language>/legal.json` that the database lacks. The first version is in force at once.
 * A later one too in development; in runtime it waits for approval. A changed text with the same version is ignored
 * with a log line, because people accepted the old text. Throws if a first version is not valid.
 */
export async function takeFiles(room: Room): Promise<void> {
  const [th, en] = await Promise.all([read(room, "th"), read(room, "en")]);
  await room.db.transaction().execute(async (tx) => {
    // Serialises processes that start together.
    await sql`select pg_advisory_xact_lock(11010001)`.execute(tx);
    for (const document of legalDocuments) {
      const words = { th: th[document] as JsonObject, en: en[document] as JsonObject };
      const known = await tx
        .selectFrom("legal_documents")
        .select(["version", "hash_th", "hash_en", "state"])
        .where("document", "=", document)
        .where("state", "<>", "REFUSED")
        .execute();
      const fault = words.th && words.en ? faultOf(words) : "";
      if (fault !== null) {
        const message = `locales/…/legal.json: "${document}" is no document at "${fault}"; both languages need the same version and sections`;
        if (known.length === 0) throw new Error(message);
        room.log.error({ document, at: fault }, message);
        continue;
      }
      const content = words as unknown as LegalContent;
      const { version } = content.th;
      const hashes = { hash_th: hashOf(content.th), hash_en: hashOf(content.en) };
      const same = known.find((one) => one.version === version);
      if (same !== undefined) {
        if (same.hash_th !== hashes.hash_th || same.hash_en !== hashes.hash_en)
          room.log.error(
            { document, version },
            "legal: the file says otherwise than the version of that name; give the new text a new version",
          );
        continue;
      }
      if (known.some(({ state }) => state === "PROPOSED")) continue;
      const published = known.length === 0 || room.config.env === "development";
      const at = room.clock.now().toJSDate();
      await tx
        .insertInto("legal_documents")
        .values({
          id: randomUUID(),
          document,
          version,
          content: JSON.stringify(content),
          ...hashes,
          effective_from: room.clock.today(),
          renew: known.length > 0,
          grace_until: null,
          source: "files",
          state: published ? "PUBLISHED" : "PROPOSED",
          note: "locales/legal.json",
          proposed_by: null,
          proposed_at: at,
          decided_by: null,
          decided_at: published ? at : null,
          decision_note: null,
        })
        .execute();
      await record(tx, room.clock, {
        actor: "system:files",
        action: published ? "legal.publish" : "legal.propose",
        subject: `legal:${document}`,
        to: version,
        detail: { source: "files" },
      });
    }
  });
}

async function read({ config }: Room, language: Language): Promise<JsonObject> {
  return JSON.parse(await readFile(join(config.rootDir, "locales", language, "legal.json"), "utf8"));
}
