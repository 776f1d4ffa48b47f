import { DateTime } from "luxon";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson } from "../accounts/index.ts";
import { ZONE } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import { cutOffOf } from "../fund/index.ts";
import { openReason } from "./rejections.ts";
import type { LetterRoom } from "./room.ts";
import "./tables.ts";

/** The templates of letters about an order. */
export type OrderLetter =
  | "order-received"
  | "order-paid"
  | "order-allotted"
  | "redemption-received"
  | "switch-received"
  | "order-approved"
  | "order-rejected"
  | "order-cancelled"
  | "order-cancelled-paid"
  | "order-moved"
  | "order-expired"
  | "order-expired-held"
  | "money-held"
  | "refund-returned"
  | "refund-sent"
  | "sell-expired"
  | "slip-refused";

/**
 * Writes a message about an order to its investor. For each order it is sent only once per template, or once
 * per `key` if one is given.
 */
export async function writeToInvestor(
  room: LetterRoom,
  tx: Tx,
  about: {
    readonly template: OrderLetter;
    readonly order: string;
    readonly key?: string;
    /** Returns further values for the text of the letter. */
    readonly says?: (language: Language) => JsonObject;
  },
): Promise<void> {
  const order = await tx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", about.order)
    .executeTakeFirstOrThrow();
  const person = await findPerson(tx, order.person_id);
  const other =
    order.counter_order === null
      ? undefined
      : await tx
          .selectFrom("orders")
          .select(["reference", "strategy"])
          .where("id", "=", order.counter_order)
          .executeTakeFirst();
  if (person === null) throw new Error(`writeToInvestor: order ${order.reference} has no investor`);
  const data: JsonObject = {
    reference: order.reference,
    strategy: order.strategy,
    amount: groupThousands(order.amount ?? "0.00"),
    navDate: formatTypedDate(order.nav_date as LocalDate),
    cutOff: cutOffOf(order.nav_date).toFormat("dd/MM/yyyy HH:mm"),
    allotmentDate: formatTypedDate(order.allotment_date as LocalDate),
    payBy:
      order.pay_by === null
        ? ""
        : DateTime.fromJSDate(order.pay_by, { zone: ZONE }).toFormat("dd/MM/yyyy HH:mm"),
    units: groupThousands(order.units ?? "0.0000"),
    nav: groupThousands(order.nav ?? "0.0000"),
    kind: order.kind,
    wish: order.sell_all ? "all" : order.amount === null ? "units" : "amount",
    unitsWished: groupThousands(order.units_wished ?? "0.0000"),
    otherReference: other?.reference ?? "",
    otherStrategy: other?.strategy ?? "",
    account: order.payout_label ?? "",
    reason: (await openReason(room, tx, order.change.reason)) ?? "",
    link: `${room.config.origin}/orders/${order.id}`,
    ...about.says?.(person.language),
  };
  await room.messages.send(tx, {
    to: person.email,
    template: about.template,
    language: person.language,
    data,
    key: about.key ?? `${about.template}:${order.id}`,
  });
}
