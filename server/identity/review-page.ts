import { sql } from "kysely";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { companyNameOf, findPerson, type PersonRecord } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import { hitsOf } from "./aml/hits-shown.ts";
import { standingOf } from "./aml/screen.ts";
import type { CardNumbers, Review } from "./answers.ts";
import { reviewPlace } from "./asked-again.ts";
import { type Change, changesOf } from "./changes.ts";
import { checksOf, needsTwo } from "./checks-shown.ts";
import { holderLikeness } from "./holder-likeness.ts";
import { statusesOf } from "./move-status.ts";
import { type General, nationalIdHash, openProfile, type Profile } from "./profile.ts";
import type { Room } from "./room.ts";
import { placesOf } from "./sent-names.ts";
import { documentFields } from "./suitability-levels.ts";

/**
 * Returns the data of a review for its reviewer, and records the access. Errors: `not-found`; `not-allowed`
 * if the review is about the reviewer, because a listed person must not be warned.
 */
export async function openReviewPage(
  room: Room,
  reviewId: string,
  reviewer: string,
): Promise<Result<Review, { readonly code: "not-found" | "not-allowed" }>> {
  const row = await room.db
    .selectFrom("identity_reviews")
    .selectAll()
    .where("id", "=", reviewId)
    .executeTakeFirst();
  if (row === undefined) return fail({ code: "not-found" });
  const personId = row.person_id;
  if (personId === reviewer) return fail({ code: "not-allowed" });
  const person = await findPerson(room.db, personId);
  if (person === null) throw new Error(`openReviewPage: review ${reviewId} has no person`);
  const profile = await openProfile(room, room.db, personId);
  await recordOpening(room, reviewId, reviewer);
  const papers = await papersOf(room, personId);
  const sent = await room.sentBy(row.sent_by);
  const checks = await checksOf(room, room.db, { personId, profile });
  const reasons = await reasonsOf(room, row);
  return ok({
    id: row.id,
    reference: row.reference,
    state: row.state,
    openedAt: row.opened_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: reasons.decision,
    further:
      row.record === null ? null : ((await room.records.of(room.db, [row.record])).get(row.record) ?? null),
    sentBy: sent === null ? null : { module: sent.module, places: placesOf(sent.definition) },
    changed: (await changesOf(room, personId, row)).map(withoutNumber),
    person: {
      email: person.email,
      customerType: person.customerType,
      companyName: companyNameOf(room.accounts, person),
    },
    identity: profile === null ? null : withoutNumbers(profile.general),
    holderLikeness:
      papers.bank === null || profile === null ? null : likenessOf(room, papers.bank, profile, person),
    passDopa: profile?.passDopa ?? false,
    statuses: await statusesOf(room.db, personId, room.clock.today()),
    documents: await documentsOf(room, row.documents),
    checks,
    approval: {
      byTwo: needsTwo(checks),
      first:
        row.approved_first_by === null
          ? null
          : { reason: reasons.first ?? "", own: row.approved_first_by === reviewer },
    },
    digitalId: await digitalIdOf(room, personId, profile),
    screening: {
      standing: await standingOf(room, room.db, personId),
      hits: [...(await hitsOf(room, personId, reviewer))],
    },
    ...papers,
  });
}

async function recordOpening(room: Room, reviewId: string, reviewer: string): Promise<void> {
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: `person:${reviewer}`,
      action: "identity.openReview",
      subject: `review:${reviewId}`,
    }),
  );
}

/**
 * Decrypts the reason of the decision and that of the first of two approvals. Each is `null` if there is
 * none.
 */
async function reasonsOf(
  room: Room,
  row: { readonly id: string; readonly reason: Buffer | null; readonly approved_first_reason: Buffer | null },
): Promise<{ readonly decision: string | null; readonly first: string | null }> {
  const place = reviewPlace(row.id);
  const [reason, firstReason] = await room.accounts.vault.openWords(room.db, [
    { place, sealed: row.reason },
    { place, sealed: row.approved_first_reason },
  ]);
  return { decision: reason ?? null, first: firstReason ?? null };
}

/**
 * Returns a request to a bank that was confirmed for the submitted card; if there is none, the newest
 * request.
 */
async function digitalIdOf(
  room: Room,
  personId: string,
  profile: Profile | null,
): Promise<Review["digitalId"]> {
  const rows = await room.db
    .selectFrom("ndid_requests")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .limit(20)
    .execute();
  const hash = profile === null ? null : nationalIdHash(room, profile.general.nationalId);
  const isSame = (row: (typeof rows)[number]) => hash?.equals(row.subject_hash) === true;
  const row = rows.find((one) => one.state === "accepted" && isSame(one)) ?? rows[0];
  if (row === undefined) return null;
  return {
    bank: row.bank,
    state: row.state,
    ial: row.ial,
    aal: row.aal,
    sameCard: isSame(row),
    askedAt: row.asked_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  };
}

async function documentsOf(
  room: Room,
  documents: { readonly [kind: string]: string },
): Promise<Review["documents"]> {
  const shown: Review["documents"][number][] = [];
  for (const kind of documentFields) {
    const file = documents[kind];
    if (file === undefined) continue;
    const url = `/api/files/${file}`;
    const scanned = (await room.files.find(file))?.scanned ?? "not-scanned";
    shown.push({ kind, file, url, preview: `${url}/preview`, scanned });
  }
  return shown;
}

/**
 * Masks the numbers of the card in a change, except their last digits. Showing them in full is a separate,
 * recorded action.
 */
function withoutNumber({ name, before, after }: Change): Change {
  const end = (value: Json) => (typeof value === "string" ? `•••• ${value.slice(-4)}` : value);
  return CARD_NUMBERS.has(name) ? { name, before: end(before), after: end(after) } : { name, before, after };
}

const CARD_NUMBERS: ReadonlySet<string> = new Set(["nationalId", "laserCode"]);

/**
 * Removes the numbers of the card, except the last digits, which distinguish cards. `showNationalId` shows
 * the full numbers and records the access.
 */
function withoutNumbers(general: General): JsonObject {
  const { nationalId, laserCode: _, ...rest } = general;
  return { ...rest, nationalIdEnd: nationalId.slice(-4) };
}

function likenessOf(
  room: Room,
  bank: NonNullable<Papers["bank"]>,
  { general }: Profile,
  person: PersonRecord,
): Review["holderLikeness"] {
  if (bank.accountName === undefined) return null;
  const company = person.customerType === "JURISTIC" ? (companyNameOf(room.accounts, person) ?? "") : null;
  return holderLikeness(bank.accountName, { ...general, company });
}

/**
 * Returns the full ID number and laser code, with former values, for a reviewer, and records the access.
 * Returns `null` if the review is unknown.
 */
export async function showNationalId(
  room: Room,
  reviewId: string,
  reviewer: string,
): Promise<CardNumbers | null> {
  const row = await room.db
    .selectFrom("identity_reviews")
    .select(["person_id", "changed", "changes"])
    .where("id", "=", reviewId)
    .executeTakeFirst();
  if (row === undefined || row.person_id === reviewer) return null;
  const profile = await openProfile(room, room.db, row.person_id);
  if (profile === null) return null;
  const changes = await changesOf(room, row.person_id, row);
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: `person:${reviewer}`,
      action: "identity.showNationalId",
      subject: `review:${reviewId}`,
    }),
  );
  const { nationalId, laserCode } = profile.general;
  const before = (name: string) => textOf(changes.find((change) => change.name === name)?.before);
  return {
    nationalId,
    laserCode: textOf(laserCode),
    before: { nationalId: before("nationalId"), laserCode: before("laserCode") },
  };
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

type Papers = Pick<Review, "suitability" | "fatca" | "bank" | "interests" | "highRisk" | "sameCardElsewhere">;

/**
 * Returns a person's suitability, FATCA declaration and bank account, and the number of other accounts that
 * used or tried the same ID card.
 */
async function papersOf(room: Room, personId: string): Promise<Papers> {
  const { db } = room;
  const suitability = await db
    .selectFrom("suitability_results")
    .select(["score", "level", "max_risk", "sealed"])
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const fatca = await db
    .selectFrom("fatca_declarations")
    .select(["form", "agree", "sealed"])
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const bank = await db
    .selectFrom("bank_accounts")
    .select(["bank", "sealed", "status"])
    .where("person_id", "=", personId)
    .where("status", "not in", ["ASKED", "REJECTED"])
    .$narrowType<{ readonly status: "PENDING" | "VERIFIED" | "REPLACED" }>()
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const profile = await db
    .selectFrom("identity_profiles")
    .select(["national_id_hash", "high_risk", "strategies", "deposit_methods"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  const others = profile === undefined ? 0 : await othersWith(room, personId, profile.national_id_hash);
  const opened = async (sealed: Buffer): Promise<JsonObject> =>
    JSON.parse((await room.accounts.vault.open(db, personId, sealed)) ?? "{}");
  return {
    suitability:
      suitability === undefined
        ? null
        : {
            score: suitability.score,
            level: suitability.level,
            maxRisk: suitability.max_risk,
            answers: await opened(suitability.sealed),
          },
    fatca:
      fatca === undefined
        ? null
        : { form: fatca.form, agree: fatca.agree, answers: await opened(fatca.sealed) },
    bank:
      bank === undefined ? null : { bank: bank.bank, status: bank.status, ...(await opened(bank.sealed)) },
    interests:
      profile === undefined
        ? null
        : { strategies: profile.strategies, depositMethods: profile.deposit_methods },
    highRisk: profile?.high_risk ?? false,
    sameCardElsewhere: others,
  };
}

async function othersWith(room: Room, personId: string, hash: Buffer): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct other)::int as n from (
      select person_id as other from identity_profiles where national_id_hash = ${hash}
      union select person_id from identity_document_refusals where held_by = ${personId}
      union select held_by from identity_document_refusals where person_id = ${personId}) as found
    where other <> ${personId}`.execute(room.db);
  return rows[0]?.n ?? 0;
}
