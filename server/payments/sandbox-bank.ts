import { billReference, customerNumber } from "../../domain/bill-payment.ts";
import { instantText } from "../fund/index.ts";
import { takeMessage } from "./bank-message.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

/** What the bank of development is told to send for an order. */
export type SandboxTransfer = {
  readonly order: string;
  /** Another transfer than the first one of this order, another amount, from an account of another name. */
  readonly again?: string;
  readonly amount?: string;
  readonly payer?: string;
};

/**
 * The bank of development: reports the money of an order as sent this very moment, by the message that a bank sends, unless it
 * was told to stay silent. Never part of `runtime`. Asked again for the same order it reports the same transfer.
 */
export async function clearAtOnce(room: PaymentsRoom, order: string): Promise<void> {
  if (await isSilent(room)) return;
  // Nobody pays an order that is over, or paid by now.
  const open = await room.db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", order)
    .where("status", "=", "SUBMITTED")
    .where("pay_by", ">", room.clock.now().toJSDate())
    .executeTakeFirst();
  if (open !== undefined) await sendFromSandbox(room, { order });
}

/** Sends a transfer from the bank of development, silent or not; answers what became of it. */
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

/** Whether the bank of development says nothing by itself. */
export async function isSilent(room: PaymentsRoom): Promise<boolean> {
  const row = await room.db.selectFrom("sandbox_bank").select("silent").executeTakeFirst();
  return row?.silent === true;
}

/** Tells it to stay silent, or to pay again. */
export async function setSilent(room: PaymentsRoom, silent: boolean): Promise<void> {
  await room.db.updateTable("sandbox_bank").set({ silent }).execute();
}
