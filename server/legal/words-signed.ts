import type { Language } from "../../engine/values/languages.ts";
import type { Db, Tx } from "../db/index.ts";
import type { LegalDocument } from "./documents.ts";
import "./tables.ts";

/** Returns the text that a person accepted, which is found by its hash; `null` if no text has this hash. */
export async function wordsSigned(
  on: Db | Tx,
  of: {
    readonly document: LegalDocument;
    readonly version: string;
    readonly language: Language;
    readonly textHash: string;
  },
) {
  const rows = await on
    .selectFrom("legal_documents")
    .select(["content", "hash_th", "hash_en"])
    .where("document", "=", of.document)
    .where("version", "=", of.version)
    .execute();
  const row = rows.find((one) => one[`hash_${of.language}`] === of.textHash);
  if (row === undefined) return null;
  const { title, mark = null, sections } = row.content[of.language];
  return { title, mark, sections };
}
