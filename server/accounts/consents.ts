import { randomUUID } from "node:crypto";
import type { Language } from "../../engine/values/languages.ts";
import type { Db, Tx } from "../db/index.ts";
import type { LegalTexts } from "../legal/index.ts";
import type { LegalPurpose } from "./legal-texts.ts";
import "./tables.ts";

/** A decision about one legal text. */
export type Consent = {
  readonly personId: string;
  readonly purpose: LegalPurpose;
  readonly decision: "given" | "refused";
  readonly language: Language;
  /** Channel through which the person decided: `web`, `api`, or a flow's name. */
  readonly channel: string;
  readonly at: Date;
};

/** Records a decision with version and hash of the text in force. */
export async function recordConsent(tx: Tx, texts: LegalTexts, consent: Consent): Promise<void> {
  const text = texts[consent.purpose];
  await tx
    .insertInto("consents")
    .values({
      id: randomUUID(),
      person_id: consent.personId,
      purpose: consent.purpose,
      version: text.version,
      text_hash: text.textHash[consent.language],
      language: consent.language,
      decision: consent.decision,
      at: consent.at,
      channel: consent.channel,
      withdrawn_at: null,
    })
    .execute();
}

/**
 * Withdraws a consent from now on. Past decisions stay readable. Returns false if the person had given no
 * consent.
 */
export async function withdrawConsent(
  tx: Tx,
  { personId, purpose, at }: { readonly personId: string; readonly purpose: LegalPurpose; readonly at: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable("consents")
    .set({ withdrawn_at: at })
    .where("person_id", "=", personId)
    .where("purpose", "=", purpose)
    .where("decision", "=", "given")
    .where("withdrawn_at", "is", null)
    .returning("id")
    .execute();
  return taken.length > 0;
}

/** Returns whether the person gave consent to a version that is still valid and did not withdraw it. */
export async function hasConsent(
  db: Db | Tx,
  texts: LegalTexts,
  personId: string,
  purpose: LegalPurpose,
): Promise<boolean> {
  const row = await db
    .selectFrom("consents")
    .select("id")
    .where("person_id", "=", personId)
    .where("purpose", "=", purpose)
    .where("version", "in", texts[purpose].counting)
    .where("decision", "=", "given")
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
