import type { Db, Tx } from "../db/index.ts";
import { type LegalDocument, type LegalTexts, legalDocuments } from "./documents.ts";
import "./tables.ts";

/** A published version, without its text. */
export type Published = {
  readonly document: LegalDocument;
  readonly version: string;
  readonly hash_th: string;
  readonly hash_en: string;
  /** First day on which the version is in force, a business day as `YYYY-MM-DD`. */
  readonly effective_from: string;
  readonly renew: boolean;
  readonly grace_until: string | null;
};

/** Returns all published versions, sorted by effective date, the earliest first. */
export async function readPublished(on: Db | Tx): Promise<readonly Published[]> {
  return await on
    .selectFrom("legal_documents")
    .select(["document", "version", "hash_th", "hash_en", "effective_from", "renew", "grace_until"])
    .where("state", "=", "PUBLISHED")
    .orderBy("effective_from")
    .orderBy("ordinal")
    .execute();
}

/**
 * Returns the texts in force on a business day, and the versions whose acceptance is still valid. An earlier
 * version is valid until a later one requires renewal and its grace period is over. Has no side effects.
 * Throws if a document has no version.
 */
export function inForceOn(today: string, published: readonly Published[]): LegalTexts {
  return Object.fromEntries(
    legalDocuments.map((document) => {
      const all = published.filter((one) => one.document === document);
      const known = all.filter((one) => one.effective_from <= today);
      // In development, the clock can be set to a day before the first version. The first version then
      // applies.
      const now = known.at(-1) ?? all.at(0);
      if (now === undefined) throw new Error(`legal: no version of "${document}" is in force on ${today}`);
      const asksAgain = known.findLastIndex(
        ({ renew, grace_until }) => renew && (grace_until === null || grace_until < today),
      );
      const counting = known.slice(Math.max(asksAgain, 0)).map(({ version }) => version);
      if (counting.length === 0) counting.push(now.version);
      const newest = known.findLastIndex(({ renew }) => renew);
      const asked = newest === -1 ? counting : known.slice(newest).map(({ version }) => version);
      const grace = known.at(newest)?.grace_until ?? null;
      const text = {
        version: now.version,
        textHash: { th: now.hash_th, en: now.hash_en },
        counting,
        asked,
        graceUntil: newest === -1 || grace === null || grace < today ? null : grace,
      };
      return [document, text];
    }),
  ) as unknown as LegalTexts;
}
