import { ownedBy } from "../http/index.ts";
import { findOrder } from "./orders.ts";
import type { OrdersRoom } from "./room.ts";

/**
 * Returns a guard for calls whose address contains an order (`:id`). It reads the order and compares its
 * owner with the caller.
 */
export function ownOrder(room: Pick<OrdersRoom, "db">) {
  return ownedBy(async ({ id }: { readonly id: string }) => {
    const order = await findOrder(room, id);
    return order === null ? null : { owner: `person:${order.person_id}`, owned: order };
  });
}
