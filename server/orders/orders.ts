import { sql } from "kysely";
import { DateTime } from "luxon";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { isUuid } from "../../engine/values/id.ts";
import { ZONE } from "../clock/index.ts";
import { cutOffOf, instantText } from "../fund/index.ts";
import type { Order, OrderMoment, OrderPage, OrderWithTimeline } from "./answers.ts";
import { payInOf } from "./pay-in.ts";
import type { Room } from "./room.ts";
import type { OrderStatus, OrdersTable } from "./tables.ts";
import "./tables.ts";
import type { Selectable } from "kysely";

const navHour = 18;

/** A page of a person's orders, newest first; `before` is the `next` of the page before. */
export async function listOrders(
  room: Room,
  personId: string,
  page: { readonly limit: number; readonly before?: string; readonly search?: string },
): Promise<OrderPage> {
  const search = (page.search ?? "").toLowerCase().replace(/[\s.-]/g, "");
  let query = room.db.selectFrom("orders").where("person_id", "=", personId);
  if (search !== "") {
    const like = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    // Capitals, blanks, hyphens and dots count for nothing, as in every search: `mbtca` finds `M-BTCA`.
    query = query.where(
      sql<boolean>`regexp_replace(lower(strategy || ' ' || reference), '[\\s.-]', '', 'g') like ${like}`,
    );
  }
  const { total } = await query
    .select((all) => all.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (page.before !== undefined && isUuid(page.before))
    query = query.where(
      sql<boolean>`(placed_at, id) < (select placed_at, id from orders where id = ${page.before} and person_id = ${personId})`,
    );
  const rows = await query
    .selectAll()
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  return {
    orders: shown.map(orderView),
    total,
    next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** One order, whoever's it is; `null` where there is none. */
export async function findOrder(room: Room, id: string): Promise<Selectable<OrdersTable> | null> {
  if (!isUuid(id)) return null;
  const row = await room.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** An order as its investor sees it, with what happened to it and what is expected. */
export async function orderWithTimeline(
  room: Room,
  row: Selectable<OrdersTable>,
): Promise<OrderWithTimeline> {
  const events = await room.db
    .selectFrom("order_events")
    .select(["at", "to_status"])
    .where("order_id", "=", row.id)
    .orderBy("id")
    .execute();
  const nav = await room.db
    .selectFrom("navs")
    .select("decided_at")
    .where("strategy", "=", row.strategy)
    .where("date", "=", row.nav_date)
    .where("status", "=", "APPROVED")
    .executeTakeFirst();
  const reached = new Map(events.map((event) => [event.to_status, event.at]));
  return {
    ...orderView(row),
    timeline: timelineOf(row, reached, nav?.decided_at ?? null),
    payIn: await payInOf(room, row),
  };
}

/** An order's row as its investor sees it. */
export function orderView(row: Selectable<OrdersTable>): Order {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    step: stepOf(row.status),
    strategy: row.strategy,
    amount: row.amount,
    fee: row.fee,
    vat: row.vat,
    net:
      row.amount === null ? null : formatBaht(satangOf(row.amount) - satangOf(row.fee) - satangOf(row.vat)),
    method: row.method,
    riskAcknowledged: row.risk_acknowledged,
    placedAt: text(row.placed_at),
    navDate: row.nav_date,
    allotmentDate: row.allotment_date,
    payBy: textOrNull(row.pay_by),
    paidAt: textOrNull(row.paid_at),
    nav: row.nav,
    units: row.units,
    value: row.value,
    allottedOn: row.allotted_on,
  };
}

function timelineOf(
  row: Selectable<OrdersTable>,
  reached: ReadonlyMap<OrderStatus, Date>,
  navDecidedAt: Date | null,
): readonly OrderMoment[] {
  const received: OrderMoment = { step: "received", at: text(row.placed_at), expected: null };
  const paid: OrderMoment = {
    step: "paid",
    at: textOrNull(row.paid_at),
    expected: textOrNull(row.pay_by),
  };
  for (const [status, step] of [
    ["REJECTED", "reject"],
    ["CANCELLED", "cancelled"],
    ["EXPIRED", "expired"],
  ] as const) {
    const at = reached.get(status);
    if (at === undefined) continue;
    const ending: OrderMoment = { step, at: text(at), expected: null };
    return row.paid_at === null ? [received, ending] : [received, paid, ending];
  }
  return [
    received,
    paid,
    {
      step: "nav",
      // A NAV counts for this order once its money is there.
      at: row.paid_at === null ? null : textOrNull(navDecidedAt),
      expected: instantText(cutOffOf(row.nav_date).set({ hour: navHour })),
    },
    {
      step: "allotted",
      at: textOrNull(reached.get("ALLOTTED") ?? null),
      expected: instantText(DateTime.fromISO(row.allotment_date, { zone: ZONE }) as DateTime<true>),
    },
  ];
}

function stepOf(status: OrderStatus): Order["step"] {
  const steps: Readonly<Record<OrderStatus, Order["step"]>> = {
    SUBMITTED: "confirm",
    WAITING: "waiting",
    APPROVED: "approved",
    ALLOTTED: "success",
    REJECTED: "reject",
    CANCELLED: "cancelled",
    EXPIRED: "expired",
  };
  return steps[status];
}

function text(at: Date): string {
  return instantText(DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>);
}

function textOrNull(at: Date | null): string | null {
  return at === null ? null : text(at);
}
