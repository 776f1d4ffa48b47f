import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { kindOf } from "./kinds/index.ts";
import { writeToInvestor } from "./order-messages.ts";
import type { OrdersRoom } from "./room.ts";
import "./tables.ts";

/**
 * Notifies the investors whose open orders a holiday moved, once for each order and holiday. There is one
 * letter for both legs of a switch.
 */
export async function tellMoved(room: OrdersRoom, change: string): Promise<void> {
  const holiday = await room.db
    .selectFrom("calendar_changes")
    .select(["date", "th", "en"])
    .where("id", "=", change)
    .executeTakeFirst();
  if (!holiday?.date) return;
  const date = formatTypedDate(holiday.date as LocalDate);
  const moved = await room.db
    .selectFrom("order_moves as m")
    .innerJoin("orders as o", "o.id", "m.order_id")
    .leftJoin("orders as c", "c.id", "o.counter_order")
    .leftJoin("order_moves as cm", (join) =>
      join.onRef("cm.order_id", "=", "c.id").onRef("cm.calendar_change", "=", "m.calendar_change"),
    )
    .select([
      "o.id",
      "o.kind",
      "o.status",
      "c.id as counter",
      "c.nav_date as counter_nav",
      "c.allotment_date as counter_allotment",
      "cm.order_id as counter_moved",
    ])
    .where("m.calendar_change", "=", change)
    .orderBy("o.id")
    .execute();
  for (const order of moved) {
    const isOpen = ["SUBMITTED", "WAITING", "APPROVED"].includes(order.status);
    if (!isOpen || (kindOf(order.kind).leg === "in" && order.counter_moved !== null)) continue;
    await room.db.transaction().execute((tx) =>
      writeToInvestor(room, tx, {
        template: "order-moved",
        order: order.id,
        key: `order-moved:${change}:${order.id}`,
        says: (language) => ({
          holiday: date,
          holidayName: holiday[language] ?? "",
          kind: order.status === "SUBMITTED" ? "unpaid" : order.kind,
          inNavDate: order.counter_nav === null ? "" : formatTypedDate(order.counter_nav as LocalDate),
          inAllotmentDate:
            order.counter_allotment === null ? "" : formatTypedDate(order.counter_allotment as LocalDate),
        }),
      }),
    );
  }
}
