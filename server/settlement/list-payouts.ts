import { sql } from "kysely";
import type { PayoutDesk } from "./answers.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

const filesShown = 20;
const payoutsShown = 500;

/** What finance has to pay: open payouts, those that came back and were not paid again, and the newest payment files. */
export async function payoutDesk(room: Room, personId: string): Promise<PayoutDesk> {
  const payouts = await room.db
    .selectFrom("payouts as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .selectAll("p")
    .select(["o.reference as order_reference", "o.strategy"])
    .where((where) =>
      where.or([
        where("p.state", "in", ["DUE", "FILED"]),
        where.and([
          where("p.state", "=", "RETURNED"),
          sql<boolean>`not exists (select from payouts n where n.follows = p.id)`,
        ]),
      ]),
    )
    .orderBy("p.due_on")
    .orderBy("p.id")
    .limit(payoutsShown)
    .execute();
  const files = await room.db
    .selectFrom("payment_files")
    .selectAll()
    .orderBy("number", "desc")
    .limit(filesShown)
    .execute();
  return {
    byFile: room.isOn?.("settlement-order") !== false,
    payouts: payouts.map((payout) => ({
      id: payout.id,
      order: payout.order_id,
      reference: payout.order_reference,
      strategy: payout.strategy,
      amount: payout.amount,
      account: payout.account,
      label: payout.label ?? "",
      dueOn: payout.due_on,
      state: payout.state,
      returnReason: payout.return_reason,
      bankReference: payout.reference,
      enteredByYou: payout.entered_by === personId,
      correction: payout.compensation !== null,
    })),
    files: files.map((file) => ({
      id: file.id,
      number: file.number,
      valueDate: file.value_date,
      lines: file.lines,
      total: file.total,
      hash: file.hash,
      state: file.state,
      madeAt: file.made_at.toISOString(),
      madeByYou: file.made_by === personId,
      decidedAt: file.decided_at?.toISOString() ?? null,
    })),
  };
}
