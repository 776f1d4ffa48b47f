import type { JsonObject } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { moveStatus, statusesOf } from "./move-status.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import type { VendorEntity } from "./statuses.ts";
import { dueAfter } from "./submit.ts";
import { documentFields } from "./suitability-levels.ts";
import type { ReviewState } from "./tables.ts";

/** What a reviewer may decide. `reject` and `ask-again` both ask the investor to correct her data. */
export type Decision = "approve" | "reject" | "ask-again";

/** One line of the queue. */
export type QueueEntry = {
  readonly id: string;
  readonly reference: string;
  readonly name: string | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly openedAt: string;
  readonly state: ReviewState;
  readonly statuses: JsonObject;
};

/** Open reviews, the oldest first. */
export async function reviewQueue(room: Room): Promise<readonly QueueEntry[]> {
  const rows = await room.db
    .selectFrom("identity_reviews as r")
    .innerJoin("people as p", "p.id", "r.person_id")
    .select(["r.id", "r.reference", "r.person_id", "r.opened_at", "r.state", "p.customer_type"])
    .where("r.state", "=", "open")
    .orderBy("r.opened_at")
    .limit(200)
    .execute();
  return await Promise.all(
    rows.map(async (row) => {
      const profile = await openProfile(room, room.db, row.person_id);
      return {
        id: row.id,
        reference: row.reference,
        name: profile === null ? null : `${profile.general.firstNameTh} ${profile.general.lastNameTh}`,
        customerType: row.customer_type,
        openedAt: row.opened_at.toISOString(),
        state: row.state,
        statuses: await statusesOf(room.db, row.person_id, room.clock.today()),
      };
    }),
  );
}

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
    documents: documentFields.flatMap((kind) => {
      const file = row.documents[kind];
      if (file === undefined) return [];
      const url = `/api/files/${file}`;
      return [{ kind, file, url, preview: `${url}/preview` }];
    }),
    checks: await checksOf(room, personId),
    ...(await papersOf(room, personId)),
  };
}

/**
 * Decides an open review. Approved: `kyc` VERIFIED, documents and liveness as the vendor said, where no vendor was
 * asked or one was in doubt as the reviewer said. Else: `kyc` REJECTED. The investor gets the letter either way.
 * Errors: `not-found`, `already-decided`, `same-person`.
 */
export async function decideReview(
  room: Room,
  tx: Tx,
  input: {
    readonly reviewId: string;
    readonly reviewer: string;
    readonly decision: Decision;
    readonly reason: string;
  },
): Promise<
  Result<{ readonly state: ReviewState }, { readonly code: "not-found" | "already-decided" | "same-person" }>
> {
  const row = await tx
    .selectFrom("identity_reviews")
    .select(["id", "person_id", "reference", "state"])
    .where("id", "=", input.reviewId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return fail({ code: "not-found" });
  if (row.person_id === input.reviewer) return fail({ code: "same-person" });
  if (row.state !== "open") return fail({ code: "already-decided" });
  const state = STATES[input.decision];
  await tx
    .updateTable("identity_reviews")
    .set({
      state,
      decided_at: room.clock.now().toJSDate(),
      decided_by: input.reviewer,
      reason: input.reason,
    })
    .where("id", "=", row.id)
    .execute();
  const about = { personId: row.person_id, reference: row.reference, reviewer: input.reviewer };
  if (input.decision === "approve") await approve(room, tx, about);
  else await askToCorrect(room, tx, { ...about, reason: input.reason, decision: input.decision });
  await record(tx, room.clock, {
    actor: `person:${input.reviewer}`,
    action: "identity.decideReview",
    subject: `review:${row.id}`,
    from: "open",
    to: state,
  });
  return ok({ state });
}

const STATES = { approve: "approved", reject: "rejected", "ask-again": "asked-again" } as const;
const VENDOR_ENTITIES = ["onfido", "verifio", "liveness"] as const satisfies readonly VendorEntity[];

type About = { readonly personId: string; readonly reference: string; readonly reviewer: string };

async function approve(room: Room, tx: Tx, { personId, reference, reviewer }: About): Promise<void> {
  const actor = `person:${reviewer}`;
  const risk = await tx
    .selectFrom("identity_profiles")
    .select("high_risk")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  const dueOn = dueAfter(room, risk?.high_risk === true);
  await moveStatus(tx, room.clock, { personId, entity: "kyc", to: "REVIEW", actor });
  await moveStatus(tx, room.clock, { personId, entity: "kyc", to: "VERIFIED", actor, dueOn });
  for (const entity of VENDOR_ENTITIES)
    if (await isForTheReviewer(tx, personId, entity))
      await moveStatus(tx, room.clock, { personId, entity, to: "VERIFIED", actor });
  await tx
    .updateTable("bank_accounts")
    .set({ status: "VERIFIED" })
    .where("person_id", "=", personId)
    .where("status", "=", "PENDING")
    .execute();
  await writeApproval(room, tx, personId, reference);
}

/** A vendor that still has to answer, or that refused, speaks for itself; a doubt or nobody asked is the reviewer's. */
async function isForTheReviewer(tx: Tx, personId: string, entity: VendorEntity): Promise<boolean> {
  const row = await tx
    .selectFrom("identity_statuses")
    .select("status")
    .where("person_id", "=", personId)
    .where("entity", "=", entity)
    .executeTakeFirst();
  if (row?.status === "REVIEW") return true;
  if (row?.status !== "PENDING") return false;
  const open = await tx
    .selectFrom("identity_checks")
    .select("id")
    .where("person_id", "=", personId)
    .where("kind", "=", entity === "liveness" ? "liveness" : "document")
    .where("vendor", "=", entity === "verifio" ? "verifio" : "onfido")
    .where("state", "=", "asked")
    .executeTakeFirst();
  return open === undefined;
}

async function writeApproval(room: Room, tx: Tx, personId: string, reference: string): Promise<void> {
  const person = await findPerson(tx, personId);
  const profile = await openProfile(room, tx, personId);
  if (person === null || profile === null) return;
  const { language } = person;
  const suitability = await tx
    .selectFrom("suitability_results")
    .select(["score", "level", "max_risk"])
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const common = { name: nameIn(language, profile.general), link: `${room.config.origin}/invest` };
  // A company takes no suitability test: its letter recommends nothing.
  const recommendation =
    suitability === undefined
      ? null
      : {
          score: suitability.score,
          level: suitability.level,
          maxRisk: suitability.max_risk,
          levelName: say(room, language, `mail:kyc-approved.levels.${suitability.level}`),
          recommendation: say(room, language, `mail:kyc-approved.recommendations.${suitability.level}`),
        };
  await room.messages.send(tx, {
    to: person.email,
    template: recommendation === null ? "kyc-approved-company" : "kyc-approved",
    language,
    data: { ...common, ...recommendation },
    key: `kyc-approved:${reference}`,
  });
}

function say(room: Room, language: "th" | "en", key: string): string {
  const words = room.texts.find(key);
  if (words === null) throw new Error(`reviews: there is no text ${key}`);
  return words[language];
}

async function askToCorrect(
  room: Room,
  tx: Tx,
  about: About & { readonly reason: string; readonly decision: Decision },
): Promise<void> {
  const { personId, reference, reviewer, reason } = about;
  const actor = `person:${reviewer}`;
  await moveStatus(tx, room.clock, { personId, entity: "kyc", to: "REVIEW", actor });
  await moveStatus(tx, room.clock, { personId, entity: "kyc", to: "REJECTED", actor });
  if (about.decision === "ask-again")
    for (const entity of VENDOR_ENTITIES)
      await moveStatus(tx, room.clock, { personId, entity, to: "PENDING_REJECT", actor });
  const person = await findPerson(tx, personId);
  const profile = await openProfile(room, tx, personId);
  if (person === null || profile === null) return;
  await room.messages.send(tx, {
    to: person.email,
    template: "kyc-correct",
    language: person.language,
    data: {
      name: nameIn(person.language, profile.general),
      reference,
      reason,
      link: `${room.config.origin}/kyc`,
    },
    key: `kyc-correct:${reference}`,
  });
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
    .select(["score", "level", "max_risk", "answers"])
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
            answers: suitability.answers,
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
