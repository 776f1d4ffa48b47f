import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import { addDays, isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { hashOf, type LegalDocument, readLegal } from "./documents.ts";
import type { Room } from "./room.ts";

/** A proposed new version of a document. Days are business days, `YYYY-MM-DD`. */
export type LegalProposal = {
  readonly document: LegalDocument;
  readonly content: { readonly th: JsonObject; readonly en: JsonObject };
  readonly effectiveFrom: string;
  /** Whether people who accepted an earlier version must accept the new one. */
  readonly renew: boolean;
  readonly graceUntil?: string;
  readonly note: string;
};

export type LegalFailure = {
  readonly code:
    | "legal-not-valid"
    | "legal-version-known"
    | "legal-waits-already"
    | "legal-date-not-valid"
    | "not-found"
    | "already-decided"
    | "four-eyes";
  readonly pointer?: string;
};

/** Maximum number of days until a version comes into force. A version for a later day would be forgotten. */
const FURTHEST_DAYS = 366;

/**
 * Proposes a version, on which another person decides. Each document can have only one version that waits for
 * a decision.
 */
export async function proposeLegal(
  room: Room,
  personId: string,
  given: LegalProposal,
): Promise<Result<{ readonly id: string }, LegalFailure>> {
  const read = readLegal(given.content);
  if (!read.ok) return fail({ code: "legal-not-valid", pointer: `/content${read.error}` });
  const content = read.value;
  const dates = datesFault(room, given);
  if (dates !== null) return fail({ code: "legal-date-not-valid", pointer: dates });
  return await room.db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom("legal_documents")
      .select(["version", "state"])
      .where("document", "=", given.document)
      .where("state", "<>", "REFUSED")
      .execute();
    if (known.some(({ state }) => state === "PROPOSED")) return fail({ code: "legal-waits-already" });
    if (known.some(({ version }) => version === content.th.version))
      return fail({ code: "legal-version-known", pointer: "/content/th/version" });
    const id = randomUUID();
    const written = await tx
      .insertInto("legal_documents")
      .values({
        id,
        document: given.document,
        version: content.th.version,
        content: JSON.stringify(content),
        hash_th: hashOf(content.th),
        hash_en: hashOf(content.en),
        effective_from: given.effectiveFrom,
        renew: given.renew,
        grace_until: given.graceUntil ?? null,
        source: "person",
        state: "PROPOSED",
        note: given.note,
        proposed_by: personId,
        proposed_at: room.clock.now().toJSDate(),
        decided_by: null,
        decided_at: null,
        decision_note: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    // A parallel call has just stored another proposal for this document.
    if (written === undefined) return fail({ code: "legal-waits-already" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "legal.propose",
      subject: `legal:${given.document}`,
      to: content.th.version,
      detail: { id, renew: given.renew, effectiveFrom: given.effectiveFrom },
    });
    return ok({ id });
  });
}

/** Publishes or refuses a version. The version's author cannot decide: error `four-eyes`. */
export async function decideLegal(
  room: Room,
  personId: string,
  of: { readonly id: string; readonly decision: "PUBLISHED" | "REFUSED"; readonly note: string },
): Promise<Result<{ readonly id: string; readonly state: string }, LegalFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom("legal_documents")
      .select(["document", "version", "state", "proposed_by", "effective_from"])
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return fail({ code: "not-found" });
    if (found.state !== "PROPOSED") return fail({ code: "already-decided" });
    if (found.proposed_by === personId) return fail({ code: "four-eyes" });
    // The effective date must not be in the past, because no one could have accepted the version since that
    // day.
    if (
      of.decision === "PUBLISHED" &&
      found.proposed_by !== null &&
      found.effective_from < room.clock.today()
    )
      return fail({ code: "legal-date-not-valid", pointer: "/effectiveFrom" });
    await tx
      .updateTable("legal_documents")
      .set({
        state: of.decision,
        decided_by: personId,
        decided_at: room.clock.now().toJSDate(),
        decision_note: of.note,
      })
      .where("id", "=", of.id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: of.decision === "PUBLISHED" ? "legal.publish" : "legal.refuse",
      subject: `legal:${found.document}`,
      to: found.version,
      detail: { id: of.id, reason: of.note },
    });
    return ok({ id: of.id, state: of.decision });
  });
}

function datesFault(room: Room, { effectiveFrom, graceUntil, renew }: LegalProposal): string | null {
  const today = room.clock.today() as LocalDate;
  const last = addDays(today, FURTHEST_DAYS);
  if (!isLocalDate(effectiveFrom) || effectiveFrom < today || effectiveFrom > last) return "/effectiveFrom";
  if (graceUntil === undefined) return null;
  const isDay = isLocalDate(graceUntil) && graceUntil >= effectiveFrom;
  return renew && isDay && graceUntil <= addDays(last, FURTHEST_DAYS) ? null : "/graceUntil";
}
