import type { Legal } from "./create-legal.ts";
import { isLegalDocument, type LegalContent } from "./documents.ts";
import "./tables.ts";

/** A published document, in both languages. */
export type PublishedText = {
  readonly version: string;
  readonly effectiveFrom: string;
  readonly hash: { readonly th: string; readonly en: string };
  readonly content: LegalContent;
};

/** Returns a document in force, or one of its earlier versions; `null` if unknown or not yet in force. */
export async function legalText(
  { room, inForce }: Legal,
  document: string,
  version?: string,
): Promise<PublishedText | null> {
  if (!isLegalDocument(document)) return null;
  const found = await room.db
    .selectFrom("legal_documents")
    .selectAll()
    .where("document", "=", document)
    .where("version", "=", version ?? inForce()[document].version)
    .where("state", "=", "PUBLISHED")
    .executeTakeFirst();
  if (found === undefined || found.effective_from > room.clock.today()) return null;
  return {
    version: found.version,
    effectiveFrom: found.effective_from,
    hash: { th: found.hash_th, en: found.hash_en },
    content: found.content,
  };
}
