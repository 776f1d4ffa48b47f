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

/** A check to start at a vendor. */
export type CheckRequest = {
  readonly personId: string;
  readonly kind: CheckKind;
  readonly vendor: VendorName;
  /** Ids of the uploads to check. The same uploads are not checked twice. */
  readonly pictures: readonly string[];
  /**
   * Key that is the same for every retry, so that a retry finds the started check and does not start another.
   */
  readonly idempotencyKey: string;
};

/** Returns the entity whose status changes with the result of a check. */
export function entityOf(kind: CheckKind, vendor: VendorName): VendorEntity {
  return kind === "liveness" ? "liveness" : vendor;
}

/** Result of an unanswered check that was closed because another picture was requested. */
export const ASKED_AGAIN = "asked-again";

/**
 * Starts a check at a vendor, once per key, and changes the status to PENDING. The vendor's answer comes by
 * webhook. If the same pictures were checked before, uses that check and its result. The row is inserted
 * before the vendor is asked, so that an early answer finds it.
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

/**
 * Returns the newest check of this kind, if it used the same pictures and no other pictures were requested
 * since; otherwise `null`.
 */
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
 * Stores the number that the vendor gave to a check. An answer that arrived earlier was stored but had no
 * effect. If it has the same number, it takes effect now. If it has the number of another check, it is
 * discarded, and the right answer is requested.
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
  // Another picture was requested in the meantime, so the answer to this check no longer matters.
  if (row.result === ASKED_AGAIN) return;
  const nothing = { result: null, sub_result: null, concerns: [], read_sealed: null, answered_at: null };
  const unanswered = { ...nothing, state: "asked" as const };
  // A newer check of this kind may have been given this answer by mistake, so the answer is removed there.
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
 * Applies a vendor's report about a check. A repeated or incomplete report changes nothing. The report takes
 * effect if it has the number that the vendor gave to the check, for the same applicant and kind. If the
 * number is unknown because the vendor's call returned late, a person decides. Returns the check's id; `null`
 * if the check is unknown here.
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
 * Finds the check with the report's number, or the newest check of its kind that has no number. Uses one
 * statement, because another process may store the number at the same time.
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

/** Seals the data read on the card with the person's key; returns `null` if that key is erased. */
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

/** Changes the status that a check determines, if the check is the newest of its kind. */
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

/**
 * Converts a vendor's result to a status. `clear` without problems becomes verified, and `rejected` becomes
 * rejected. For any other result, a person must decide.
 */
export function statusOf(report: Pick<CheckReport, "result" | "subResult" | "concerns">): VendorStatus {
  if (report.result === "clear" && report.concerns.length === 0) return "VERIFIED";
  return report.subResult === "rejected" ? "REJECT" : "REVIEW";
}

/**
 * Asks vendors for missing answers. This recovers a lost webhook; if the vendor does not answer, the status
 * stays PENDING.
 */
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

/** Closes a check that its vendor no longer knows. A reviewer decides instead. */
async function giveUp(room: Room, vendor: VendorName, check: string): Promise<void> {
  await room.db
    .updateTable("identity_checks")
    .set({ state: "answered", result: UNKNOWN, answered_at: room.clock.now().toJSDate() })
    .where("vendor", "=", vendor)
    .where("vendor_check", "=", check)
    .where("state", "=", "asked")
    .execute();
}

/** Result of a check that its vendor no longer knows. */
const UNKNOWN = "unknown";

const CHASE_AFTER_MS = 10 * 60_000;

/**
 * Returns the picture for a check. Throws if the picture belongs to another person, which the flow's rules
 * prevent.
 */
export async function pictureOf(room: Room, fileId: string, personId: string): Promise<Picture> {
  const file = await room.files.find(fileId);
  if (file === null || file.subject !== `person:${personId}`)
    throw new Error(`pictureOf: file ${fileId} is not person ${personId}'s`);
  const extension = file.type === "application/pdf" ? "pdf" : (file.type.split("/")[1] ?? "bin");
  // The vendor must not get the person's file name.
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

/**
 * Returns whether a check is the newest of its kind. A late answer to an older check is stored but changes no
 * status.
 */
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
