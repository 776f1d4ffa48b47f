import { groupThousands } from "../../engine/values/group-thousands.ts";
import { findPerson } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import { writeOfAside } from "../payments/index.ts";
import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

/**
 * Returns the place to which the vault binds the reason why a payout was returned. At another place, the
 * reason cannot be opened.
 */
export function returnPlace(payout: string): string {
  return `payouts/${payout}`;
}

/**
 * Writes to an investor that a payout was sent, or that the bank returned it. Each is written only once per
 * payout.
 */
export async function writeOfPayout(
  room: SettlementRoom,
  tx: Tx,
  about: { readonly template: "order-paid-out" | "payout-returned"; readonly payout: string },
): Promise<void> {
  const refund = await tx
    .selectFrom("payouts")
    .select(["refund", "label", "return_reason"])
    .where("id", "=", about.payout)
    .executeTakeFirstOrThrow();
  const [reason] = await room.vault.openWords(tx, [
    { place: returnPlace(about.payout), sealed: refund.return_reason },
  ]);
  if (refund.refund !== null) {
    await writeOfAside(room, tx, {
      template: about.template === "order-paid-out" ? "refund-sent" : "refund-returned",
      of: { case: refund.refund, payout: about.payout },
      says: { account: refund.label ?? "", reason: reason ?? "" },
    });
    return;
  }
  const row = await tx
    .selectFrom("payouts as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select(["p.person_id", "p.amount", "p.label", "p.compensation"])
    .select(["o.id", "o.reference", "o.strategy"])
    .select(["o.value", "o.fee", "o.vat"])
    .where("p.id", "=", about.payout)
    .executeTakeFirstOrThrow();
  const person = row.person_id === null ? null : await findPerson(tx, row.person_id);
  if (person === null) return;
  const isMadeGood = about.template === "order-paid-out" && row.compensation !== null;
  await room.messages.send(tx, {
    to: person.email,
    template: isMadeGood ? "made-good-paid-out" : about.template,
    language: person.language,
    data: {
      reference: row.reference,
      strategy: row.strategy,
      amount: groupThousands(row.amount),
      value: groupThousands(row.value ?? "0.00"),
      fee: groupThousands(row.fee),
      vat: groupThousands(row.vat),
      account: row.label ?? "",
      reason: reason ?? "",
      link: `${room.config.origin}/orders/${row.id}`,
    },
    key: `${about.template}:${about.payout}`,
  });
}
