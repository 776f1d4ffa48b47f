import type { App } from "../http/index.ts";
import { AppError, call, inputOf, person, TEXT, UUID, WHOLE } from "../http/index.ts";
import { OrderPage, OrderWithTimeline } from "./answers.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { cancelOrder } from "./cancel-order.ts";
import { findOrder, listOrders, orderWithTimeline } from "./orders.ts";
import { ownOrder } from "./own-order.ts";
import type { OrdersRoom } from "./room.ts";

const tags = ["orders"];
/** Default number of orders on a page. */
const ordersShown = 20;

/** Registers the calls for an investor's own orders. */
export function ordersRoutes(app: App, room: OrdersRoom): void {
  call(
    app,
    "GET /api/orders",
    {
      summary: "The investor's orders, newest first",
      tags,
      access: person,
      query: inputOf({
        "limit?": { ...WHOLE, minimum: 1, maximum: 100, default: ordersShown },
        "before?": UUID,
        "search?": { ...TEXT, maxLength: 60 },
      }),
      answers: { 200: OrderPage },
      errors: [],
    },
    async (request) => await listOrders(room, request.person.id, { limit: ordersShown, ...request.query }),
  );

  call(
    app,
    "GET /api/orders/:id",
    {
      summary: "One order of the investor with its timeline",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner: ownOrder(room),
      answers: { 200: OrderWithTimeline },
      errors: [],
    },
    async (request) => await orderWithTimeline(room, request.owned),
  );

  call(
    app,
    "POST /api/orders/:id/cancel",
    {
      summary: "Takes an order back, both legs of a switch; asked again it answers the same",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner: ownOrder(room),
      answers: { 200: OrderWithTimeline },
      errors: ["order-cancel-late", "order-finished"],
    },
    async (request) => {
      const { id } = request.params;
      const cancelled = await room.db
        .transaction()
        .execute((tx) => cancelOrder(room, tx, { personId: request.person.id, order: id }));
      if (!cancelled.ok) throw new AppError(cancelled.error.code);
      return await orderWithTimeline(room, (await findOrder(room, id)) ?? request.owned);
    },
  );

  approvalRoutes(app, room);
}
