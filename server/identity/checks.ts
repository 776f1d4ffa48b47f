import { randomUUID } from "node:crypto";
import { equalJson } from "../../engine/values/canonical-json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import { moveStatus, statusesOf } from "./move-status.ts";
import type { Room } from "./room.ts";
import type { VendorEntity, VendorStatus } from "./statuses.ts";
import type { CheckKind, VendorName } from "./tables.ts";
import type { CardRead, CheckReport, IdentityVendor, Picture, VendorFailure } from "./vendor.ts";

/** A check to be started at one vendor. */
export type CheckRequest = {
  readonly personId: string;
  readonly kind: CheckKind;
  readonly vendor: VendorName;
  /** The uploads that it is about: the same ones are not asked about twice. */
  readonly pictures: readonly string[];
  /** The same for every retry: the check that it started is found again instead of starting another. */
  readonly idempotencyKey: string;
};

/** Which status a check answers for. */
export function entityOf(kind: CheckKind, vendor: VendorName): VendorEntity {
  return kind === "liveness" ? "liveness" : vendor;
}

/** The result of a check that another picture was asked for before it was answered. */
export const ASKED_AGAIN = "asked-again";

/**
 * Starts a check at a vendor, once per key, and moves the status to PENDING. The answer comes by webhook. Where these very
 * pictures were asked about before, that check stands with what came of it.
 * Its row is there before the vendor is asked to check, so that an answer never comes before its question.
 */
export async function startCheck(
  room: Room,
  request: CheckRequest,
  ask: (
    vendor: IdentityVendor,
    applicant: string,
  ) => Promise<Result<{ readonly check: string }, VendorFailure>>,
): Promise<Result<{ readonly id: string }, VendorFailure>> {
  const { personId, kind, vendor, idempotencyKey } = request;
  const known = await room.db
    .selectFrom("identity_checks")
    .select(["id", "vendor_check", "vendor_applicant"])
    .where("kind", "=", kind)
    .where("vendor", "=", vendor)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (known !== undefined && known.vendor_check !== null) return ok({ id: known.id });
  const stands = known === undefined ? await standingCheck(room, request) : null;
  if (stands !== null) return ok(stands);
  const adapter = room.vendors()[vendor];
  const applicant =
    known === undefined
      ? await applicantOf(room, adapter, request)
      : ok({ applicant: known.vendor_applicant });
  if (!applicant.ok) return applicant;
  const id = known?.id ?? randomUUID();
  if (known === undefined)
    await room.db
      .insertInto("identity_checks")
      .values({
        id,
        person_id: personId,
        kind,
        vendor,
        idempotency_key: idempotencyKey,
        pictures: [...request.pictures],
        vendor_applicant: applicant.value.applicant,
        vendor_check: null,
        state: "asking",
        result: null,
        sub_result: null,
        asked_at: room.clock.now().toJSDate(),
        answered_at: null,
      })
      .execute();
  const asked = await ask(adapter, applicant.value.applicant);
  if (!asked.ok) return asked;
  await room.db
    .transaction()
    .execute((tx) => noteNumber(room, tx, { id, personId, kind, vendor, check: asked.value.check }));
  return ok({ id });
}

/** The newest check of its kind, where it was about these pictures, and nobody asked for others since. */
async function standingCheck(
  room: Room,
  { personId, kind, vendor, pictures }: CheckRequest,
): Promise<{ readonly id: string } | null> {
  const status = (await statusesOf(room.db, personId, room.clock.today()))[entityOf(kind, vendor)];
  if (status === "PENDING_REJECT") return null;
  const last = await room.db
    .selectFrom("identity_checks")
    .select(["id", "pictures", "result"])
    .where("person_id", "=", personId)
    .where("kind", "=", kind)
    .where("vendor", "=", vendor)
    .where("state", "<>", "asking")
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const same = last !== undefined && equalJson([...last.pictures], [...pictures]);
  return same && last.result !== UNKNOWN ? { id: last.id } : null;
}

/**
 * Writes the number down that the vendor gave a check. An answer that was quicker was taken for its own without it: with
 * the same number it counts from now on, and that of another check makes room for the true one, which is asked for.
 */
async function noteNumber(
  room: Room,
  tx: Tx,
  noted: { readonly id: string; readonly check: string } & Pick<CheckRequest, "personId" | "kind" | "vendor">,
): Promise<void> {
  const { id, personId, kind, vendor, check } = noted;
  const row = await tx
    .selectFrom("identity_checks")
    .select([
      "id",
      "person_id",
      "kind",
      "vendor",
      "vendor_check",
      "state",
      "result",
      "sub_result",
      "concerns",
    ])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.vendor_check === check && row.state === "answered")
    return await settle(
      room,
      tx,
      row,
      statusOf({ result: row.result, subResult: row.sub_result, concerns: row.concerns }),
    );
  // Another picture was asked for in the meantime.
  if (row.result === ASKED_AGAIN) return;
  const nothing = { result: null, sub_result: null, concerns: [], read_sealed: null, answered_at: null };
  const unanswered = { ...nothing, state: "asked" as const };
  // A newer check of the kind may have been taken for it.
  await tx
    .updateTable("identity_checks")
    .set({ ...unanswered, vendor_check: null, state: "asking" })
    .where("vendor", "=", vendor)
    .where("vendor_check", "=", check)
    .where("id", "<>", id)
    .execute();
  await tx
    .updateTable("identity_checks")
    .set({ ...unanswered, vendor_check: check })
    .where("id", "=", id)
    .execute();
  const entity = entityOf(kind, vendor);
  await moveStatus(tx, room.clock, { personId, entity, to: "PENDING", actor: `person:${personId}` });
}

/**
 * Takes over what a vendor says of a check. Done twice it changes nothing; a report that is not complete neither.
 * It speaks for the person where its number is the one that the vendor gave us, and it is about the same applicant and
 * kind. A number that we were never told (the vendor answered late) can only be guessed: that goes to a person.
 * Answers the check's id, or `null` where it is none of ours.
 */
export async function applyReport(
  room: Room,
  tx: Tx,
  vendor: VendorName,
  report: CheckReport,
): Promise<string | null> {
  const row = await askedFor(tx, vendor, report);
  if (row === undefined) return null;
  if (!report.complete || row.state === "answered") return row.id;
  const { check, kind, applicant } = report;
  const fits = check === row.vendor_check && kind === row.kind && applicant === row.vendor_applicant;
  await tx
    .updateTable("identity_checks")
    .set({
      vendor_check: check,
      state: "answered",
      result: report.result,
      sub_result: report.subResult,
      concerns: [...report.concerns],
      read_sealed: await sealRead(room, tx, row.person_id, report.read),
      answered_at: room.clock.now().toJSDate(),
    })
    .where("id", "=", row.id)
    .execute();
  await settle(room, tx, row, fits ? statusOf(report) : "REVIEW");
  return row.id;
}

/**
 * The check with the report's number, or else the newest of its kind whose number the vendor has not told. One statement:
 * between two, the number may be written down.
 */
async function askedFor(tx: Tx, vendor: VendorName, { check, kind, applicant }: CheckReport) {
  const rows = await tx
    .selectFrom("identity_checks")
    .select(["id", "person_id", "kind", "vendor", "vendor_applicant", "vendor_check", "state"])
    .where("vendor", "=", vendor)
    .where((where) =>
      where.or([
        where("vendor_check", "=", check),
        where.and([
          where("vendor_applicant", "=", applicant),
          where("kind", "=", kind),
          where("vendor_check", "is", null),
          where("state", "=", "asking"),
        ]),
      ]),
    )
    .orderBy("seq", "desc")
    .forUpdate()
    .execute();
  return rows.find((row) => row.vendor_check === check) ?? rows[0];
}

/** What was read on the card is the person's: it lies under their key, and is not kept any more where that was erased. */
async function sealRead(room: Room, tx: Tx, personId: string, read: CardRead | null): Promise<Buffer | null> {
  if (read === null) return null;
  const key = await tx
    .selectFrom("person_keys")
    .select("erased_at")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (key !== undefined && key.erased_at !== null) return null;
  return await room.accounts.vault.seal(tx, personId, JSON.stringify(read));
}

/** Moves the status that a check answers for, if it is the newest of its kind. */
async function settle(
  room: Room,
  tx: Tx,
  row: {
    readonly id: string;
    readonly person_id: string;
    readonly kind: CheckKind;
    readonly vendor: VendorName;
  },
  to: VendorStatus,
): Promise<void> {
  if (!(await isLatest(tx, row.id, row))) return;
  const move = {
    personId: row.person_id,
    entity: entityOf(row.kind, row.vendor),
    actor: `vendor:${row.vendor}`,
  };
  await moveStatus(tx, room.clock, { ...move, to: "PENDING" });
  await moveStatus(tx, room.clock, { ...move, to });
}

/** What a vendor's words mean. `clear` is good where nothing was found fault with; suspicion and doubt are for a person; `rejected` is not. */
export function statusOf(report: Pick<CheckReport, "result" | "subResult" | "concerns">): VendorStatus {
  if (report.result === "clear" && report.concerns.length === 0) return "VERIFIED";
  return report.subResult === "rejected" ? "REJECT" : "REVIEW";
}

/** Asks for checks that no answer came for: a lost webhook is caught up, a silent vendor stays PENDING. */
export async function chaseChecks(room: Room): Promise<number> {
  const before = new Date(room.clock.now().toMillis() - CHASE_AFTER_MS);
  const open = await room.db
    .selectFrom("identity_checks")
    .select(["vendor", "vendor_check"])
    .where("state", "=", "asked")
    .where("asked_at", "<", before)
    .orderBy("asked_at", "desc")
    .limit(100)
    .execute();
  let caught = 0;
  for (const { vendor, vendor_check } of open) {
    if (vendor_check === null) continue;
    const report = await room.vendors()[vendor].report(vendor_check);
    if (!report.ok) continue;
    const { value } = report;
    if (value === null) await giveUp(room, vendor, vendor_check);
    else if (!value.complete) continue;
    else await room.db.transaction().execute((tx) => applyReport(room, tx, vendor, value));
    caught += 1;
  }
  return caught;
}

/** A check that its vendor no longer knows will never be answered: the reviewer decides in its place. */
async function giveUp(room: Room, vendor: VendorName, check: string): Promise<void> {
  await room.db
    .updateTable("identity_checks")
    .set({ state: "answered", result: UNKNOWN, answered_at: room.clock.now().toJSDate() })
    .where("vendor", "=", vendor)
    .where("vendor_check", "=", check)
    .where("state", "=", "asked")
    .execute();
}

/** The result of a check that its vendor knows nothing of. */
const UNKNOWN = "unknown";

const CHASE_AFTER_MS = 10 * 60_000;

/** The pictures a check sends; throws where one is not hers: the flow's rules made sure of it. */
export async function pictureOf(room: Room, fileId: string, personId: string): Promise<Picture> {
  const file = await room.files.find(fileId);
  if (file === null || file.subject !== `person:${personId}`)
    throw new Error(`pictureOf: file ${fileId} is not person ${personId}'s`);
  const extension = file.type === "application/pdf" ? "pdf" : (file.type.split("/")[1] ?? "bin");
  // The vendor gets no name that the person gave the file.
  return { bytes: await room.files.read(fileId), type: file.type, name: `${file.purpose}.${extension}` };
}

async function applicantOf(
  room: Room,
  adapter: IdentityVendor,
  { personId, vendor }: CheckRequest,
): Promise<Result<{ readonly applicant: string }, VendorFailure>> {
  const before = await room.db
    .selectFrom("identity_checks")
    .select("vendor_applicant")
    .where("person_id", "=", personId)
    .where("vendor", "=", vendor)
    .where("vendor_check", "is not", null)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  if (before !== undefined) return ok({ applicant: before.vendor_applicant });
  const person = await findPerson(room.db, personId);
  if (person === null) return fail({ code: "unavailable" });
  return await adapter.createApplicant({ email: person.email });
}

/** Only the newest check of its kind speaks for the person: an old one's late answer is kept, and moves nothing. */
async function isLatest(
  tx: Tx,
  id: string,
  of: { readonly person_id: string; readonly kind: CheckKind; readonly vendor: VendorName },
): Promise<boolean> {
  const latest = await tx
    .selectFrom("identity_checks")
    .select("id")
    .where("person_id", "=", of.person_id)
    .where("kind", "=", of.kind)
    .where("vendor", "=", of.vendor)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  return latest?.id === id;
}
