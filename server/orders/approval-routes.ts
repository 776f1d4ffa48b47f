import type { App } from "../http/index.ts";
import { AppError, call, deciding, inputOf, staff, UUID, written } from "../http/index.ts";
import { ApprovalHistory, OrderDecidedBody, WaitingOrders } from "./answers.ts";
import { decideOrder, type OrderDecided, type OrderDecision } from "./decide-order.ts";
import type { OrdersRoom } from "./room.ts";
import { countWaiting, historyOf, listWaiting } from "./waiting-orders.ts";

const tags = ["staff"];

/**
 * Registers the calls with which staff approve sells: `finance`, and for sells of the largest values also
 * `compliance`.
 */
export function approvalRoutes(app: App, room: OrdersRoom): void {
  waitingRoutes(app, room);
  decisionRoutes(app, room);
}

function waitingRoutes(app: App, room: OrdersRoom): void {
  call(
    app,
    "GET /api/approvals",
    {
      summary: "Reductions and switches that wait for approvals, the oldest first",
      tags,
      access: staff("finance", "compliance"),
      answers: { 200: WaitingOrders },
      errors: [],
    },
    async (request) => ({
      waiting: await listWaiting(room, request.person),
      ...(await countWaiting(room, request.person)),
    }),
  );

  call(
    app,
    "GET /api/approvals/:id/history",
    {
      summary: "What the investor of an order ordered in the last 30 days",
      tags,
      access: staff("finance", "compliance"),
      params: inputOf({ id: UUID }),
      answers: { 200: ApprovalHistory },
      errors: ["not-found"],
    },
    async (request) => {
      const orders = await historyOf(room, request.params.id);
      if (orders === null) throw new AppError("not-found");
      return { orders };
    },
  );
}

const errors = [
  "not-found",
  "already-decided",
  "approval-given",
  "approval-own-nav",
  "approval-turn",
] as const;

function decisionRoutes(app: App, room: OrdersRoom): void {
  call(
    app,
    "POST /api/approvals/:id/approve",
    {
      summary: "Approves a reduction, or both legs of a switch; as many people do as its value asks for",
      tags,
      access: deciding("finance", "compliance"),
      params: inputOf({ id: UUID }),
      answers: { 200: OrderDecidedBody },
      errors,
    },
    async (request) =>
      await decided(room, request.person.id, { order: request.params.id, decision: "APPROVED" }),
  );

  call(
    app,
    "POST /api/approvals/:id/reject",
    {
      summary: "Rejects a reduction, or both legs of a switch, with the reason that the investor reads",
      tags,
      access: deciding("finance", "compliance"),
      params: inputOf({ id: UUID }),
      body: inputOf({ reason: written({ least: 3, most: 500 }) }),
      answers: { 200: OrderDecidedBody },
      errors,
    },
    async (request) =>
      await decided(room, request.person.id, {
        order: request.params.id,
        decision: "REJECTED",
        reason: request.body.reason,
      }),
  );
}

async function decided(room: OrdersRoom, staffId: string, decision: OrderDecision): Promise<OrderDecided> {
  const outcome = await decideOrder(room, staffId, decision);
  if (!outcome.ok) throw new AppError(outcome.error.code);
  return outcome.value;
}
