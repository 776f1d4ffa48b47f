import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { newId } from "../fund/index.ts";
import type { SlipRead } from "./read-slip.ts";
import type { PaymentsRoom } from "./room.ts";
import { nameSlip, transferNames, unnameSlip } from "./transfer-names.ts";
import "./tables.ts";

/** The result of sending a slip. */
export type SentSlip = { readonly slip: string; readonly reference: string };

/** The reason why a slip is not accepted. These are the error codes of the effect `payments.sendSlip`. */
export type SlipFailure = {
  readonly code: "order-not-open" | "slip-used" | "slip-waiting" | "slip-not-yours";
};

type GivenSlip = {
  readonly personId: string;
  readonly order: string;
  readonly file: string;
  readonly key: string;
  readonly read: SlipRead;
  /** The id of the slip that this one replaces, if one was already waiting. */
  readonly replaces?: string | undefined;
};

/**
 * Accepts the slip of a person for their unpaid order, within its time to pay. The order then waits until
 * finance has decided about the slip. A repeated key returns the same slip; if it comes with another order,
 * the call fails. A waiting slip is replaced only if the call names its id, so that nobody replaces a slip
 * without having seen it. What finance read on the replaced slip no longer counts. If the call fails, its
 * caller must roll back.
 */
export async function sendSlip(
  room: PaymentsRoom,
  tx: Tx,
  given: GivenSlip,
): Promise<Result<SentSlip, SlipFailure>> {
  const order = await tx
    .selectFrom("orders")
    .select(["id", "reference", "status", "pay_by"])
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
  if (same !== undefined)
    return same.order_id === order.id ? ok({ slip: same.id, reference }) : fail({ code: "slip-used" });
  const now = room.clock.now().toJSDate();
  if (order.status !== "SUBMITTED" || order.pay_by === null) return fail({ code: "order-not-open" });
  if (order.pay_by <= now) return fail({ code: "order-not-open" });
  const waiting = earlier.find((slip) => slip.state === "WAITING");
  if (waiting?.id !== given.replaces) return fail({ code: "slip-waiting" });
  const id = newId();
  if (waiting !== undefined) await unnameSlip(tx, waiting.id);
  if (!(await nameSlip(tx, id, await namesOf(tx, given)))) return fail({ code: "slip-used" });
  const file = { id: given.file, subject: `person:${given.personId}`, purpose: "slip" };
  if (!(await room.files.attach(tx, file))) return fail({ code: "slip-not-yours" });
  if (waiting !== undefined) await replaceSlip(room, tx, { ...given, order: order.id, slip: waiting.id });
  await insertSlip(room, tx, { ...given, order: order.id, slip: id, at: now });
  return ok({ slip: id, reference });
}

async function insertSlip(
  room: PaymentsRoom,
  tx: Tx,
  { slip, order, at, ...given }: GivenSlip & { readonly slip: string; readonly at: Date },
): Promise<void> {
  const { code, bank, reference: bankReference } = given.read;
  await tx
    .insertInto("slips")
    .values({
      id: slip,
      order_id: order,
      person_id: given.personId,
      file_id: given.file,
      idempotency_key: given.key,
      sent_at: at,
      code,
      bank,
      bank_reference: bankReference,
      decided_at: null,
      reason: null,
      payment_id: null,
    })
    .execute();
  await record(tx, room.clock, {
    actor: `person:${given.personId}`,
    action: "payments.sendSlip",
    subject: `slip:${slip}`,
    to: "WAITING",
    detail: { order, code },
  });
}

async function replaceSlip(
  room: PaymentsRoom,
  tx: Tx,
  { slip, order, personId }: { readonly slip: string; readonly order: string; readonly personId: string },
): Promise<void> {
  await tx
    .updateTable("slips")
    .set({ state: "REPLACED", decided_at: room.clock.now().toJSDate() })
    .where("id", "=", slip)
    .execute();
  await record(tx, room.clock, {
    actor: `person:${personId}`,
    action: "payments.replaceSlip",
    subject: `slip:${slip}`,
    from: "WAITING",
    to: "REPLACED",
    detail: { order },
  });
}

/**
 * Returns the names under which the slip is recorded: one for the picture, and those of the transfer in its
 * code. Each name can be used only once.
 */
async function namesOf(
  tx: Tx,
  { file, read }: { readonly file: string; readonly read: SlipRead },
): Promise<readonly string[]> {
  const picture = await tx.selectFrom("files").select("sha256").where("id", "=", file).executeTakeFirst();
  return [
    ...(picture === undefined ? [] : [`sha256 ${picture.sha256}`]),
    ...(read.bank === null || read.reference === null
      ? []
      : transferNames({ bank: read.bank, reference: read.reference })),
  ];
}
