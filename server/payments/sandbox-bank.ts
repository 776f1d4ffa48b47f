import { billReference, customerNumber } from "../../domain/bill-payment.ts";
import { instantText } from "../fund/index.ts";
import { takeMessage } from "./bank-message.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

/** A transfer for an order that the sandbox bank makes. */
export type SandboxTransfer = {
  readonly order: string;
  /**
   * With these, the transfer differs from the first one: by another transfer id, another amount or another
   * name of the payer.
   */
  readonly again?: string;
  readonly amount?: string;
  readonly payer?: string;
};

/**
 * Makes the sandbox bank pay an order: it reports the money as sent now, in a message of the bank. Does
 * nothing if automatic payments are off. A second call reports the same transfer. This code is never part of
 * `runtime`.
 */
export async function clearAtOnce(room: PaymentsRoom, order: string): Promise<void> {
  if (await isSilent(room)) return;
  // Only an open, unpaid order is paid.
  const open = await room.db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", order)
    .where("status", "=", "SUBMITTED")
    .where("pay_by", ">", room.clock.now().toJSDate())
    .executeTakeFirst();
  if (open !== undefined) await sendFromSandbox(room, { order });
}

/**
 * Makes the sandbox bank send a transfer, even if automatic payments are off. Returns what became of the
 * money.
 */
export async function sendFromSandbox(
  room: PaymentsRoom,
  { order, again, amount, payer }: SandboxTransfer,
): Promise<"matched" | "held" | "known" | null> {
  if (room.config.env !== "development")
    throw new Error("sendFromSandbox: there is no sandbox bank in runtime");
  const placed = await room.db
    .selectFrom("orders")
    .select(["id", "reference", "person_id", "amount"])
    .where("id", "=", order)
    .executeTakeFirst();
  if (placed === undefined || placed.amount === null) return null;
  const taken = await takeMessage(
    { ...room, likeness: async () => (payer === undefined ? null : "OTHER") },
    JSON.stringify({
      bank: "SANDBOX",
      reference: again === undefined ? placed.id : `${again}-${placed.id}`.slice(0, 40),
      ref1: billReference(placed.reference),
      ref2: customerNumber(placed.person_id),
      amount: amount ?? placed.amount,
      at: instantText(room.clock.now()),
      ...(payer === undefined ? {} : { payer: { bank: "014", account: "1234567890", name: payer } }),
    }),
  );
  if (!taken.ok) throw new Error(`sendFromSandbox: ${taken.error.code}`);
  return taken.value.outcome;
}

/** Returns whether automatic payments of the sandbox bank are off. */
export async function isSilent(room: PaymentsRoom): Promise<boolean> {
  const row = await room.db.selectFrom("sandbox_bank").select("silent").executeTakeFirst();
  return row?.silent === true;
}

/** Turns automatic payments of the sandbox bank off or on. */
export async function setSilent(room: PaymentsRoom, silent: boolean): Promise<void> {
  await room.db.updateTable("sandbox_bank").set({ silent }).execute();
}
