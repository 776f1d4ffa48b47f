import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { newId } from "../fund/index.ts";
import type { SlipRead } from "./read-slip.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

/** A slip that was sent in. */
export type SentSlip = { readonly slip: string; readonly reference: string };

/** Why it was not taken; the codes of the effect `payments.sendSlip`. */
export type SlipFailure = {
  readonly code: "order-not-open" | "slip-used" | "slip-waiting" | "slip-not-yours";
};

/**
 * Takes in a slip for an unpaid order of this person, before its time to pay is over; from then on the order does not expire
 * until the slip is decided. The same key answers the slip that was sent with it. One that waits is replaced only by name, so that
 * nobody replaces a slip that they have not seen; what finance had read on it counts no more.
 */
export async function sendSlip(
  room: PaymentsRoom,
  tx: Tx,
  given: {
    readonly personId: string;
    readonly order: string;
    readonly file: string;
    readonly key: string;
    readonly read: SlipRead;
    /** The waiting slip that this one stands in for. */
    readonly replaces?: string | undefined;
  },
): Promise<Result<SentSlip, SlipFailure>> {
  const order = await tx
    .selectFrom("orders")
    .select(["id", "reference", "status", "kind", "pay_by"])
    .where("id", "=", given.order)
    .where("person_id", "=", given.personId)
    .forUpdate()
    .executeTakeFirst();
  if (order === undefined) return fail({ code: "order-not-open" });
  const { reference } = order;
  const earlier = await tx
    .selectFrom("slips")
    .select(["id", "order_id", "state", "idempotency_key"])
    .where((is) => is.or([is("order_id", "=", order.id), is("idempotency_key", "=", given.key)]))
    .execute();
  const same = earlier.find((slip) => slip.idempotency_key === given.key);
  if (same !== undefined) return ok({ slip: same.id, reference });
  const now = room.clock.now().toJSDate();
  if (order.kind !== "subscription" || order.status !== "SUBMITTED" || order.pay_by === null)
    return fail({ code: "order-not-open" });
  if (order.pay_by <= now) return fail({ code: "order-not-open" });
  const waiting = earlier.find((slip) => slip.state === "WAITING");
  if (waiting?.id !== given.replaces) return fail({ code: "slip-waiting" });
  if (await isUsed(tx, { ...given.read, but: waiting?.id })) return fail({ code: "slip-used" });
  const file = { id: given.file, subject: `person:${given.personId}`, purpose: "slip" };
  if (!(await room.files.attach(tx, file))) return fail({ code: "slip-not-yours" });
  if (waiting !== undefined) {
    await tx
      .updateTable("slips")
      .set({ state: "REPLACED", decided_at: now })
      .where("id", "=", waiting.id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${given.personId}`,
      action: "payments.replaceSlip",
      subject: `slip:${waiting.id}`,
      from: "WAITING",
      to: "REPLACED",
      detail: { order: order.id },
    });
  }
  const id = newId();
  const { code, bank, reference: bankReference } = given.read;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("slips")
    .values({
      id,
      order_id: order.id,
      person_id: given.personId,
      file_id: given.file,
      idempotency_key: given.key,
      sent_at: now,
      code,
      bank,
      bank_reference: bankReference,
      decided_at: null,
      reason: null,
      payment_id: null,
    })
    // Somebody else sends the same transfer, or the same picture, in this moment.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return fail({ code: "slip-used" });
  await record(tx, room.clock, {
    actor: `person:${given.personId}`,
    action: "payments.sendSlip",
    subject: `slip:${id}`,
    to: "WAITING",
    detail: { order: order.id, code },
  });
  return ok({ slip: id, reference });
}

/** Whether a transfer was sent in or reported already: a slip is used once. */
export async function isUsed(
  tx: Tx,
  of: { readonly bank: string | null; readonly reference: string | null; readonly but?: string | undefined },
): Promise<boolean> {
  if (of.bank === null || of.reference === null) return false;
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from slips where bank = ${of.bank} and bank_reference = ${of.reference} and state not in ('REFUSED', 'REPLACED')
      and id is distinct from ${of.but ?? null}::uuid)
    or exists (select from payments where bank = ${of.bank} and bank_reference = ${of.reference}) as used`.execute(
    tx,
  );
  return rows[0]?.used === true;
}
