import { sql } from "kysely";
import { DateTime } from "luxon";
import { isUuid } from "../../engine/values/id.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { ZONE } from "../clock/index.ts";
import { cutOffOf, instantText } from "../fund/index.ts";
import type { Order, OrderMoment, OrderPage, OrderWithTimeline } from "./answers.ts";
import { kindOf } from "./kinds/index.ts";
import { isDead, type OrderStatus } from "./kinds/order-kind.ts";
import { payInOf } from "./pay-in.ts";
import { openReason } from "./rejections.ts";
import type { OrdersRoom } from "./room.ts";
import type { OrdersTable } from "./tables.ts";
import "./tables.ts";
import type { Selectable } from "kysely";

const navHour = 18;

/** Returns one page of a person's orders, newest first. `before` is the value `next` of the previous page. */
export async function listOrders(
  room: Pick<OrdersRoom, "db">,
  personId: string,
  page: { readonly limit: number; readonly before?: string; readonly search?: string },
): Promise<OrderPage> {
  const search = (page.search ?? "").toLowerCase().replace(/[\s.-]/g, "");
  let query = room.db.selectFrom("orders").where("person_id", "=", personId);
  if (search !== "") {
    const like = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    // As in every search, upper and lower case, spaces, hyphens and dots are ignored: `mbtca` finds `M-BTCA`.
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
    orders: await withCounters(room, shown),
    total,
    next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Returns an order of any investor; `null` if the id is unknown. */
export async function findOrder(
  room: Pick<OrdersRoom, "db">,
  id: string,
): Promise<Selectable<OrdersTable> | null> {
  if (!isUuid(id)) return null;
  const row = await room.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** Returns an order as its investor sees it, with a timeline of past and expected events. */
export async function orderWithTimeline(
  room: OrdersRoom,
  row: Selectable<OrdersTable>,
): Promise<OrderWithTimeline> {
  const events = await room.db
    .selectFrom("order_events")
    .select(["at", "from_status", "to_status", "detail"])
    .where("order_id", "=", row.id)
    .orderBy("id")
    .execute();
  const nav = await room.db
    .selectFrom("navs")
    .select("decided_at")
    .where("strategy", "=", row.strategy)
    .where("date", "=", row.nav_date)
    // An allotted order shows the NAV with which it was allotted, even if this NAV was corrected later.
    .where((where) =>
      row.nav === null
        ? where("status", "=", "APPROVED")
        : where.and([where("status", "in", ["APPROVED", "REPLACED"]), where("nav", "=", row.nav)]),
    )
    .orderBy("decision")
    .limit(1)
    .executeTakeFirst();
  // Some events, such as a moved day, do not change the state. So only events that change it give the time at
  // which each state was reached.
  const reached = new Map(
    events
      .filter((event) => event.from_status !== event.to_status)
      .map((event) => [event.to_status, event.at]),
  );
  const counter = await counterOf(room, row);
  const moves = events
    .filter(({ detail }) => detail.what === "moved" && typeof detail.holiday === "string")
    .map(({ at, detail }) => ({
      step: "moved" as const,
      at: text(at),
      expected: null,
      holiday: String(detail.holiday),
    }));
  const returns = events
    .filter(({ detail }) => detail.what === "payout-returned" && detail.compensation === undefined)
    .map(({ at }) => ({ step: "returned" as const, at: text(at), expected: null }));
  const isReturned = returns.length > 0 && row.sent_at === null && row.paid_out_at === null;
  const life: Life = { row, reached, navDecidedAt: nav?.decided_at ?? null, counter, isReturned };
  return {
    ...viewOf(row, counter),
    timeline: withMoves(timelineOf(life), [...moves, ...returns]),
    payIn: await payInOf(room, row),
    approvals: await approvalsOf(room, row),
    rejectReason: row.status === "REJECTED" ? await openReason(room, room.db, row.change.reason) : null,
    corrections: correctionsOf(events),
    cancellableUntil: cancellableUntil(room, row, counter),
  };
}

type Row = Selectable<OrdersTable>;

/**
 * Returns orders as their investor sees them. An order that is one leg of a switch also shows the other leg.
 */
export async function withCounters(
  room: Pick<OrdersRoom, "db">,
  rows: readonly Row[],
): Promise<readonly Order[]> {
  const ids = rows.flatMap((row) => row.counter_order ?? []);
  const others =
    ids.length === 0 ? [] : await room.db.selectFrom("orders").selectAll().where("id", "in", ids).execute();
  const byId = new Map(others.map((other) => [other.id, other]));
  return rows.map((row) => viewOf(row, byId.get(row.counter_order ?? "") ?? null));
}

/** Returns an order as its investor sees it. Of a switch, the other leg is not shown. */
export function orderView(row: Row): Order {
  return viewOf(row, null);
}

/** Reads the destination of a payout, which an order stores as bank code and masked account number. */
export function payoutOf(label: string | null): Order["payout"] {
  if (label === null) return null;
  const at = label.indexOf(" ");
  return { bank: label.slice(0, at), number: label.slice(at + 1) };
}

function viewOf(row: Row, counter: Row | null): Order {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    status: row.status,
    step: stepOf(row, counter),
    strategy: row.strategy,
    counter:
      counter === null
        ? null
        : {
            id: counter.id,
            reference: counter.reference,
            kind: counter.kind,
            strategy: counter.strategy,
            status: counter.status,
          },
    amount: row.amount,
    unitsWished: row.units_wished,
    sellAll: row.sell_all || row.forced,
    reservedUnits: isOpen(row) ? row.reserved_units : "0.0000",
    ...chargesOf(row),
    net: netOf(row),
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
    payout: payoutOf(row.payout_label),
    sentAt: textOrNull(row.sent_at),
    paidOutAt: textOrNull(row.paid_out_at),
  };
}

/** Returns fee and VAT of an order. Both are zero if the order ended without being executed. */
export function chargesOf(row: Row): { readonly fee: string; readonly vat: string } {
  return isDead(row) ? { fee: "0.00", vat: "0.00" } : { fee: row.fee, vat: row.vat };
}

/**
 * Returns the amount that is invested or that a sell brings. For a sell and for an in leg, it is unknown
 * before the allotment.
 */
export function netOf(row: Row): string | null {
  return kindOf(row.kind).net(row);
}

function isOpen(row: Row): boolean {
  return row.status === "SUBMITTED" || row.status === "WAITING" || row.status === "APPROVED";
}

async function counterOf(room: OrdersRoom, row: Row): Promise<Row | null> {
  return row.counter_order === null ? null : await findOrder(room, row.counter_order);
}

/**
 * Returns how many approvals a sell needs and has. For a leg of a switch, the approvals of the switch count.
 */
async function approvalsOf(room: OrdersRoom, row: Row): Promise<OrderWithTimeline["approvals"]> {
  const { waitsFor, leg } = kindOf(row.kind);
  if (waitsFor === "money") return null;
  const out = leg === "in" ? (row.counter_order ?? row.id) : row.id;
  const found = await room.db
    .selectFrom("orders as o")
    .leftJoin("order_approvals as a", (join) =>
      join.onRef("a.order_id", "=", "o.id").on("a.decision", "=", "APPROVED"),
    )
    .select(({ fn }) => ["o.approvals_needed as needed", fn.count<number>("a.person_id").as("given")])
    .where("o.id", "=", out)
    .groupBy("o.approvals_needed")
    .executeTakeFirst();
  return found?.needed == null ? null : { given: Number(found.given), needed: found.needed };
}

/** Returns until when the investor can cancel the order. Returns `null` if it is too late. */
function cancellableUntil(room: OrdersRoom, row: Row, counter: Row | null): string | null {
  if (!isOpen(row)) return null;
  const first = counter !== null && counter.nav_date < row.nav_date ? counter.nav_date : row.nav_date;
  const until = row.status === "SUBMITTED" ? row.pay_by : cutOffOf(first).toJSDate();
  return until === null || until <= room.clock.now().toJSDate() ? null : text(until);
}

/**
 * Returns the corrections in the order's timeline. If the bank returned the payment of a correction, that
 * correction is left out.
 */
function correctionsOf(
  events: readonly { readonly at: Date; readonly detail: JsonObject }[],
): OrderWithTimeline["corrections"] {
  const of = (detail: JsonObject, name: string) => String(detail[name] ?? "");
  return events
    .filter(({ detail }) => detail.what === "made-good")
    .map(({ at, detail }) => {
      const id = of(detail, "compensation");
      const last = events.findLast(
        (event) => event.detail.what !== "made-good" && event.detail.compensation === id,
      );
      return {
        id,
        at: text(at),
        strategy: of(detail, "strategy"),
        date: of(detail, "date"),
        nav: of(detail, "nav"),
        units: of(detail, "units"),
        baht: of(detail, "proceeds"),
        paidAt: last?.detail.what === "paid-out" ? text(last.at) : null,
      };
    });
}

type Life = {
  readonly row: Row;
  readonly reached: ReadonlyMap<OrderStatus, Date>;
  readonly navDecidedAt: Date | null;
  readonly counter: Row | null;
  /** Whether the bank returned the payment and nobody has sent it again since. */
  readonly isReturned: boolean;
};

function timelineOf(life: Life): readonly OrderMoment[] {
  const { row, reached } = life;
  const received: OrderMoment = { step: "received", at: text(row.placed_at), expected: null };
  const begun = [received, kindOf(row.kind).waitsFor === "money" ? paidMoment(row) : approvedMoment(life)];
  for (const [status, step] of [
    ["REJECTED", "reject"],
    ["CANCELLED", "cancelled"],
    ["EXPIRED", "expired"],
  ] as const) {
    const at = reached.get(status);
    if (at === undefined) continue;
    return [...begun.filter((moment) => moment.at !== null), { step, at: text(at), expected: null }];
  }
  const allotted: OrderMoment = {
    step: "allotted",
    at: textOrNull(reached.get("ALLOTTED") ?? null),
    expected: morningOf(row.allotment_date),
  };
  return [...begun, navMoment(life), allotted, ...afterwards(life)];
}

/**
 * Inserts events without a new state, such as moved days and returned payments, at their time. They come
 * before the expected events.
 */
function withMoves(
  moments: readonly OrderMoment[],
  moves: readonly (OrderMoment & { readonly at: string })[],
): readonly OrderMoment[] {
  const told = [...moments];
  for (const move of moves) {
    const next = told.findIndex(({ at }) => at === null || new Date(at) > new Date(move.at));
    told.splice(next === -1 ? told.length : next, 0, move);
  }
  return told;
}

/** Returns the events after the allotment: the payout of the money, or the purchase by the in leg. */
function afterwards({ row, counter, isReturned }: Life): readonly OrderMoment[] {
  return kindOf(row.kind)
    .afterwards(row, counter)
    .map(({ step, at, expectedOn }) => ({
      step,
      at: textOrNull(at),
      expected: isReturned ? null : morningOf(expectedOn),
    }));
}

function paidMoment(row: Row): OrderMoment {
  return { step: "paid", at: textOrNull(row.paid_at), expected: textOrNull(row.pay_by) };
}

function approvedMoment({ row, reached }: Life): OrderMoment {
  return {
    step: "approved",
    at: textOrNull(reached.get("APPROVED") ?? null),
    // For the in leg, the price is the NAV of its own NAV day. The purchase waits for this NAV if it is
    // approved late.
    expected: morningOf(row.allotment_date),
  };
}

function navMoment({ row, navDecidedAt }: Life): OrderMoment {
  return {
    step: "nav",
    // If the investor must pay the order, the NAV event counts only once the money has arrived.
    at: kindOf(row.kind).waitsFor === "money" && row.paid_at === null ? null : textOrNull(navDecidedAt),
    expected: instantText(cutOffOf(row.nav_date).set({ hour: navHour })),
  };
}

/**
 * Returns the state of an order as its investor sees it. An allotted order is a success only later: after the
 * payout of a redemption, or when the in leg of a switch has bought.
 */
function stepOf(row: Row, counter: Row | null): Order["step"] {
  const steps: Readonly<Record<OrderStatus, Order["step"]>> = {
    SUBMITTED: "confirm",
    WAITING: "waiting",
    APPROVED: "approved",
    ALLOTTED: "success",
    REJECTED: "reject",
    CANCELLED: "cancelled",
    EXPIRED: "expired",
  };
  const isOnTheWay = row.status === "ALLOTTED" && !kindOf(row.kind).isDone(row, counter);
  return isOnTheWay ? "approved" : steps[row.status];
}

function morningOf(day: string): string {
  return instantText(DateTime.fromISO(day, { zone: ZONE }) as DateTime<true>);
}

function text(at: Date): string {
  return instantText(DateTime.fromJSDate(at, { zone: ZONE }) as DateTime<true>);
}

function textOrNull(at: Date | null): string | null {
  return at === null ? null : text(at);
}
