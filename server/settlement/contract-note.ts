import { groupThousands } from "../../engine/values/group-thousands.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import { kindOf } from "../orders/index.ts";
import type { SettlementRoom } from "./room.ts";
import { taxNumber } from "./tax-number.ts";
import "./tables.ts";

/**
 * Sends the contract note of an order to its investor, once. It has all amounts and, if there is one, the
 * number of the tax invoice.
 */
export async function writeContractNote(room: SettlementRoom, tx: Tx, id: string): Promise<void> {
  const order = await tx.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const person = await findPerson(tx, order.person_id);
  if (person === null) throw new Error(`writeContractNote: order ${order.reference} has no investor`);
  const invoice = await tx
    .selectFrom("tax_documents")
    .selectAll()
    .where("order_id", "=", id)
    .where("kind", "=", "invoice")
    .executeTakeFirst();
  const template = kindOf(order.kind).contractNote;
  await room.messages.send(tx, {
    to: person.email,
    template,
    language: person.language,
    data: {
      reference: order.reference,
      strategy: order.strategy,
      navDate: formatTypedDate(order.nav_date as LocalDate),
      nav: groupThousands(order.nav ?? "0.0000"),
      units: groupThousands(order.units ?? "0.0000"),
      amount: groupThousands(order.amount ?? "0.00"),
      value: groupThousands(order.value ?? "0.00"),
      cost: groupThousands(order.cost ?? "0.00"),
      fee: groupThousands(order.fee),
      vat: groupThousands(order.vat),
      proceeds: groupThousands(order.proceeds ?? "0.00"),
      account: order.payout_label ?? "",
      invoice: invoice === undefined ? "–" : taxNumber(invoice),
      link: `${room.config.origin}/orders/${order.id}`,
    },
    key: `${template}:${order.id}`,
  });
}
