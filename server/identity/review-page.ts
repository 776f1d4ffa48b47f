import type { JsonObject } from "../../engine/values/json.ts";
import { findPerson } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import { statusesOf } from "./move-status.ts";
import { openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import { documentFields } from "./suitability-levels.ts";

/** Everything a reviewer needs of one review; `null` where there is none. That it was opened is written down. */
export async function openReviewPage(
  room: Room,
  reviewId: string,
  reviewer: string,
): Promise<JsonObject | null> {
  const row = await room.db
    .selectFrom("identity_reviews")
    .selectAll()
    .where("id", "=", reviewId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const personId = row.person_id;
  const person = await findPerson(room.db, personId);
  if (person === null) throw new Error(`openReviewPage: review ${reviewId} has no person`);
  const profile = await openProfile(room, room.db, personId);
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: `person:${reviewer}`,
      action: "identity.openReview",
      subject: `review:${reviewId}`,
    }),
  );
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    openedAt: row.opened_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    // Nobody decides about herself.
    own: personId === reviewer,
    person: { email: person.email, customerType: person.customerType, companyName: person.companyName },
    identity: profile?.general ?? null,
    passDopa: profile?.passDopa ?? false,
    statuses: await statusesOf(room.db, personId, room.clock.today()),
    documents: await documentsOf(room, row.documents),
    checks: await checksOf(room, personId),
    ...(await papersOf(room, personId)),
  };
}

async function documentsOf(
  room: Room,
  documents: { readonly [kind: string]: string },
): Promise<readonly JsonObject[]> {
  const shown: JsonObject[] = [];
  for (const kind of documentFields) {
    const file = documents[kind];
    if (file === undefined) continue;
    const url = `/api/files/${file}`;
    const scanned = (await room.files.find(file))?.scanned ?? "not-scanned";
    shown.push({ kind, file, url, preview: `${url}/preview`, scanned });
  }
  return shown;
}

async function checksOf(room: Room, personId: string): Promise<readonly JsonObject[]> {
  const rows = await room.db
    .selectFrom("identity_checks")
    .select(["kind", "vendor", "state", "result", "sub_result", "asked_at", "answered_at"])
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .limit(20)
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    vendor: row.vendor,
    state: row.state,
    result: row.result,
    subResult: row.sub_result,
    askedAt: row.asked_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  }));
}

/** Suitability, FATCA, bank account, and how many other accounts show the same ID card. */
async function papersOf(room: Room, personId: string): Promise<JsonObject> {
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
  const { count } = await room.db
    .selectFrom("identity_profiles")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("national_id_hash", "=", hash)
    .where("person_id", "<>", personId)
    .executeTakeFirstOrThrow();
  return count;
}
