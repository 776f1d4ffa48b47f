import { ownedBy } from "../http/index.ts";
import { findOrder } from "./orders.ts";
import type { OrdersRoom } from "./room.ts";

/** Resolves the owner and the row of the order `:id` of a call. */
export function ownOrder(room: Pick<OrdersRoom, "db">) {
  return ownedBy(async ({ id }: { readonly id: string }) => {
    const order = await findOrder(room, id);
    return order === null ? null : { owner: `person:${order.person_id}`, owned: order };
  });
}
