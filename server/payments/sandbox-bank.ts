import { receivePayment } from "./receive-payment.ts";
import type { Deliver, Room } from "./room.ts";
import "./tables.ts";

/**
 * The bank of development: reports the money of an order as sent this very moment. Never part of `runtime`.
 * Asked again for the same order it reports the same transfer.
 */
export async function clearAtOnce(room: Room & { readonly deliver: Deliver }, order: string): Promise<void> {
  if (room.config.env !== "development") throw new Error("clearAtOnce: there is no sandbox bank in runtime");
  await room.db.transaction().execute(async (tx) => {
    const { amount } = await tx
      .selectFrom("orders")
      .select("amount")
      .where("id", "=", order)
      .executeTakeFirstOrThrow();
    if (amount === null) return;
    await receivePayment(room, tx, {
      bank: "SANDBOX",
      bankReference: order,
      order,
      amount,
      at: room.clock.now(),
    });
  });
}
