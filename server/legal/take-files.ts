import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { hashOf, type LegalContent, type LegalDocument, legalDocuments, readLegal } from "./documents.ts";
import type { Room } from "./room.ts";

/**
 * Stores the documents of `locales/<language>/legal.json` that the database lacks. A document's first version
 * is in force at once. In development, so is every later version; in `runtime`, a later version waits for
 * approval. A changed text with the same version is ignored and reported in the log, because people accepted
 * the old text. Throws if a first version is not valid.
 */
export async function takeFiles(room: Room): Promise<void> {
  const [th, en] = await Promise.all([read(room, "th"), read(room, "en")]);
  await room.db.transaction().execute(async (tx) => {
    // The lock lets only one process at a time store documents, if several start together.
    await sql`select pg_advisory_xact_lock(11010001)`.execute(tx);
    for (const document of legalDocuments) {
      await takeDocument(room, tx, document, {
        th: th[document] as JsonObject,
        en: en[document] as JsonObject,
      });
    }
  });
}

/**
 * Stores one document. Throws if its first version is not valid. An invalid later version is ignored and
 * reported in the log.
 */
async function takeDocument(
  room: Room,
  tx: Tx,
  document: LegalDocument,
  words: { readonly th: JsonObject; readonly en: JsonObject },
): Promise<void> {
  const known = await tx
    .selectFrom("legal_documents")
    .select(["version", "hash_th", "hash_en", "state"])
    .where("document", "=", document)
    .where("state", "<>", "REFUSED")
    .execute();
  const read = words.th && words.en ? readLegal(words) : fail("");
  if (!read.ok) {
    const message = `locales/…/legal.json: "${document}" is no document at "${read.error}"; both languages need the same version and sections`;
    if (known.length === 0) throw new Error(message);
    room.log.error({ document, at: read.error }, message);
    return;
  }
  const content = read.value;
  const { version } = content.th;
  const hashes = hashesOf(content);
  const same = known.find((one) => one.version === version);
  if (same !== undefined) {
    if (same.hash_th !== hashes.hash_th || same.hash_en !== hashes.hash_en)
      room.log.error(
        { document, version },
        "legal: the file says otherwise than the version of that name; give the new text a new version",
      );
    return;
  }
  if (known.some(({ state }) => state === "PROPOSED")) return;
  await storeVersion(room, tx, { document, content, isFirst: known.length === 0 });
}

/** Stores a version as published or as proposed, and writes the audit line. */
async function storeVersion(
  room: Room,
  tx: Tx,
  {
    document,
    content,
    isFirst,
  }: { readonly document: LegalDocument; readonly content: LegalContent; readonly isFirst: boolean },
): Promise<void> {
  const { version } = content.th;
  const published = isFirst || room.config.env === "development";
  const at = room.clock.now().toJSDate();
  await tx
    .insertInto("legal_documents")
    .values({
      id: randomUUID(),
      document,
      version,
      content: JSON.stringify(content),
      ...hashesOf(content),
      effective_from: room.clock.today(),
      renew: !isFirst,
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

function hashesOf({ th, en }: LegalContent) {
  return { hash_th: hashOf(th), hash_en: hashOf(en) };
}

async function read({ config }: Room, language: Language): Promise<JsonObject> {
  return JSON.parse(await readFile(join(config.rootDir, "locales", language, "legal.json"), "utf8"));
}
