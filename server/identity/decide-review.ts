import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson } from "../accounts/index.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { hasOthers } from "./aml/decide-hit.ts";
import { type Standing, screen, standingOf } from "./aml/screen.ts";
import { lastDecision, reviewPlace } from "./asked-again.ts";
import { approveAccount } from "./bank-account.ts";
import { ASKED_AGAIN } from "./checks.ts";
import { checksOf, needsTwo } from "./checks-shown.ts";
import { dueAfter } from "./due-after.ts";
import { moveStatus } from "./move-status.ts";
import { openProfile } from "./profile.ts";
import { writeApproval, writeCorrection, writeNotOpened, writeRejection } from "./review-letters.ts";
import type { Room } from "./room.ts";
import type { NamedItem } from "./sent-names.ts";
import type { VendorEntity } from "./statuses.ts";
import type { ReviewState } from "./tables.ts";

/**
 * The decisions that a reviewer can make. `ask-again` requests corrections of named items; `reject` ends the
 * application.
 */
export type Decision = "approve" | "reject" | "ask-again";

/** Reason why a review cannot be decided. */
type ReviewFailure = {
  readonly code:
    | "not-found"
    | "already-decided"
    | "same-person"
    | "not-screened"
    | "watch-list-hits"
    | "watch-listed";
};

/**
 * Decides an open review. Approval sets `kyc` to VERIFIED; any other decision sets it to REJECTED. The
 * statuses of documents and liveness keep the vendor's result, unless no vendor was asked or the vendor was
 * in doubt; then the reviewer's decision counts. The investor gets a letter, without a reason if they are on
 * a watch list.
 * A reviewer can change the person's last rejection to `ask-again`. If a check reported a problem, the first
 * approval is `proposed`, and a second reviewer must confirm it.
 * Errors: `not-found`, `already-decided`, `same-person`; for an approval also `not-screened` (no watch
 * lists), `watch-list-hits` (an undecided hit), `watch-listed` (a confirmed hit).
 */
export async function decideReview(
  room: Room,
  tx: Tx,
  input: {
    readonly reviewId: string;
    readonly reviewer: string;
    readonly decision: Decision;
    readonly reason: string;
    /** Items to correct (for `ask-again`), each with its reason and its label on screen. */
    readonly asked?: readonly NamedItem[];
  },
): Promise<Result<{ readonly state: ReviewState | "proposed" }, ReviewFailure>> {
  const row = await tx
    .selectFrom("identity_reviews")
    .select(["id", "person_id", "reference", "state", "approved_first_by"])
    .where("id", "=", input.reviewId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return fail({ code: "not-found" });
  if (row.person_id === input.reviewer) return fail({ code: "same-person" });
  // A rejection can be changed to a request for corrections once its reason no longer applies.
  const reopens = row.state === "rejected" && input.decision === "ask-again";
  if (row.state !== "open" && !(reopens && (await isLast(room, tx, row))))
    return fail({ code: "already-decided" });
  if (input.decision === "approve") {
    const approval = await approvalOf(room, tx, { ...input, row });
    if (!approval.ok) return approval;
    if (approval.value === "first") return ok({ state: "proposed" });
  }
  const state = STATES[input.decision];
  const trail = await writeDecision(room, tx, {
    ...input,
    asked: input.asked ?? [],
    personId: row.person_id,
    state,
  });
  const about = { personId: row.person_id, reference: row.reference, reviewer: input.reviewer };
  if (input.decision === "approve") await approve(room, tx, about);
  else await sendBack(room, tx, { ...about, ...input, asked: input.asked ?? [] });
  await record(tx, room.clock, {
    actor: `person:${input.reviewer}`,
    action: "identity.decideReview",
    subject: `review:${row.id}`,
    from: row.state,
    to: state,
    detail: { reason: trail },
  });
  return ok({ state });
}

/**
 * Returns `last` if this approval decides the review. Otherwise records it as the first of two approvals and
 * returns `first`.
 */
async function approvalOf(
  room: Room,
  tx: Tx,
  of: {
    readonly row: {
      readonly id: string;
      readonly person_id: string;
      readonly approved_first_by: string | null;
    };
    readonly reviewer: string;
    readonly reason: string;
  },
): Promise<Result<"first" | "last", ReviewFailure>> {
  const { id: reviewId, person_id: personId, approved_first_by: first } = of.row;
  const hindered = await hinderedByLists(room, tx, personId);
  if (hindered !== null) return fail({ code: hindered });
  if (!(await isForTwo(room, tx, personId))) return ok("last");
  if (first === of.reviewer) return fail({ code: "same-person" });
  if (first !== null) return ok("last");
  await approveFirst(room, tx, { reviewer: of.reviewer, reason: of.reason, reviewId, personId });
  return ok("first");
}

/** Stores a decision with its reasons. Returns the reason in the form for the audit trail. */
async function writeDecision(
  room: Room,
  tx: Tx,
  of: {
    readonly reviewId: string;
    readonly personId: string;
    readonly reviewer: string;
    readonly state: ReviewState;
    readonly reason: string;
    readonly asked: readonly NamedItem[];
  },
) {
  const { vault } = room.accounts;
  const place = reviewPlace(of.reviewId);
  const sealed = await vault.sealWords(tx, of.personId, place, of.reason);
  const asked = JSON.stringify(of.asked.map(({ name, reason }) => ({ name, reason })));
  await tx
    .updateTable("identity_reviews")
    .set({
      state: of.state,
      decided_at: room.clock.now().toJSDate(),
      decided_by: of.reviewer,
      reason: sealed,
      asked: await vault.sealWords(tx, of.personId, place, asked),
    })
    .where("id", "=", of.reviewId)
    .execute();
  return inTrail({ place, sealed });
}

/** Returns whether a check reported a problem, so that two people must approve. */
async function isForTwo(room: Room, tx: Tx, personId: string): Promise<boolean> {
  const profile = await openProfile(room, tx, personId);
  return needsTwo(await checksOf(room, tx, { personId, profile }));
}

async function approveFirst(
  room: Room,
  tx: Tx,
  of: {
    readonly reviewId: string;
    readonly personId: string;
    readonly reviewer: string;
    readonly reason: string;
  },
): Promise<void> {
  const place = reviewPlace(of.reviewId);
  const sealed = await room.accounts.vault.sealWords(tx, of.personId, place, of.reason);
  await tx
    .updateTable("identity_reviews")
    .set({
      approved_first_by: of.reviewer,
      approved_first_reason: sealed,
      approved_first_at: room.clock.now().toJSDate(),
    })
    .where("id", "=", of.reviewId)
    .execute();
  await record(tx, room.clock, {
    actor: `person:${of.reviewer}`,
    action: "identity.decideReview",
    subject: `review:${of.reviewId}`,
    from: "open",
    to: "proposed",
    detail: { reason: inTrail({ place, sealed }) },
  });
}

/**
 * Returns why the watch lists prevent an approval; `null` if they do not. First screens a person who has no
 * current screening.
 */
async function hinderedByLists(room: Room, tx: Tx, personId: string) {
  let standing = await standingOf(room, tx, personId);
  if (standing === "missing") {
    const [person, profile] = [await findPerson(tx, personId), await openProfile(room, tx, personId)];
    if (person !== null && profile !== null) await screen(room, tx, { person, general: profile.general });
    standing = await standingOf(room, tx, personId);
  }
  return HINDRANCES[standing];
}

const HINDRANCES = {
  off: null,
  clear: null,
  missing: "not-screened",
  open: "watch-list-hits",
  confirmed: "watch-listed",
} as const satisfies Readonly<Record<Standing, string | null>>;

/** Returns whether this is the person's last review, with no later submission or decision. */
async function isLast(room: Room, tx: Tx, row: { readonly person_id: string; readonly reference: string }) {
  return (await lastDecision(room, tx, row.person_id))?.reference === row.reference;
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
  const sentIn = await tx
    .selectFrom("bank_accounts")
    .select("id")
    .where("person_id", "=", personId)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
  if (sentIn !== undefined)
    await approveAccount(tx, { personId, account: sentIn.id, at: room.clock.now().toJSDate() });
  await writeApproval(room, tx, { personId, reference });
}

/**
 * Returns whether the reviewer's decision sets this status. It does if the vendor was in doubt or was not
 * asked. A pending or negative result of a vendor is kept.
 */
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

async function sendBack(
  room: Room,
  tx: Tx,
  about: About & {
    readonly reason: string;
    readonly decision: Decision;
    readonly asked: readonly NamedItem[];
  },
): Promise<void> {
  const { personId, reviewer, asked } = about;
  const actor = `person:${reviewer}`;
  await moveStatus(tx, room.clock, { personId, entity: "kyc", to: "REVIEW", actor });
  await moveStatus(tx, room.clock, { personId, entity: "kyc", to: "REJECTED", actor });
  if (about.decision === "reject")
    return (await hasOthers(tx, personId, ["confirmed"]))
      ? await writeNotOpened(room, tx, about)
      : await writeRejection(room, tx, about);
  for (const entity of VENDOR_ENTITIES)
    if (asked.length === 0 || asked.some(({ name }) => LOOKED_AT[entity].includes(name)))
      await takeBack(room, tx, { personId, entity, actor });
  await writeCorrection(room, tx, about);
}

/** Kinds of uploads that each check examines. */
const LOOKED_AT: Readonly<Record<VendorEntity, readonly string[]>> = {
  onfido: ["cardFront", "cardBack"],
  verifio: ["cardFront", "cardBack"],
  liveness: ["selfie"],
};

/**
 * Withdraws the result of a check, and any answer that is still to come, because another picture was
 * requested.
 */
async function takeBack(
  room: Room,
  tx: Tx,
  {
    personId,
    entity,
    actor,
  }: { readonly personId: string; readonly entity: VendorEntity; readonly actor: string },
): Promise<void> {
  await moveStatus(tx, room.clock, { personId, entity, to: "PENDING_REJECT", actor });
  await tx
    .updateTable("identity_checks")
    .set({ state: "answered", result: ASKED_AGAIN, answered_at: room.clock.now().toJSDate() })
    .where("person_id", "=", personId)
    .where("kind", "=", entity === "liveness" ? "liveness" : "document")
    .where("vendor", "=", entity === "verifio" ? "verifio" : "onfido")
    .where("state", "<>", "answered")
    .execute();
}
