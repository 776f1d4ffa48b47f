import type { FactProvider } from "../flows/index.ts";
import { instantText } from "../fund/index.ts";
import { momentOf } from "./moment-of.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

/** The fact of this room: `payIn`. It has the unpaid order that must be paid first, and how to pay it. */
export function paymentsFacts(room: PaymentsRoom): readonly FactProvider[] {
  return [
    {
      id: "payIn",
      load: async ({ db, personId, clock }) => {
        if (personId === null) return null;
        const now = clock.now().toJSDate();
        const order = await db
          .selectFrom("orders as o")
          .leftJoin("slips as s", (join) =>
            join.onRef("s.order_id", "=", "o.id").on("s.state", "=", "WAITING"),
          )
          .select(["o.id", "o.reference", "o.strategy", "o.amount", "o.pay_by", "s.id as slip"])
          .where("o.person_id", "=", personId)
          .where("o.status", "=", "SUBMITTED")
          .where("o.pay_by", ">", now)
          .orderBy("o.pay_by")
          .orderBy("o.id")
          .limit(1)
          .executeTakeFirst();
        if (order === undefined || order.pay_by === null || order.amount === null) return null;
        const accounts = db.selectFrom("pay_in_accounts").select(["bank", "holder", "number"]);
        const account = await (room.config.env === "runtime" ? accounts.where("demo", "=", false) : accounts)
          .orderBy("position")
          .limit(1)
          .executeTakeFirst();
        return {
          order: order.id,
          reference: order.reference,
          strategy: order.strategy,
          amount: order.amount,
          payBy: instantText(momentOf(order.pay_by)),
          slipWaiting: order.slip !== null,
          ...(account ?? {}),
        };
      },
    },
  ];
}
