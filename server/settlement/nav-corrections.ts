import { type Selectable, sql } from "kysely";
import { unitsBought } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { type Allotted, differenceAt, isMadeGood } from "../../domain/nav-correction.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Database, Tx } from "../db/index.ts";
import type { NavCorrection, NavCorrectionOrders } from "./correction-answers.ts";
import type { Room } from "./room.ts";
import "./correction-tables.ts";

export type CorrectionFailure = { readonly code: "not-found" | "already-decided" | "four-eyes" };

type OrderRow = Selectable<Database["orders"]>;

const PAGE = 1_000;
const SHOWN = 200;
const PEOPLE_NEEDED = 2;

/**
 * Finds the orders that were allotted at a NAV which was corrected since, each with its difference, and proposes what is made
 * good. Done once for each correction; of any other NAV there is nothing to do. Answers how many orders.
 */
export async function proposeCorrection(room: Room, navId: string): Promise<number> {
  return await room.db.transaction().execute(async (tx) => {
    const nav = await tx
      .selectFrom("navs as n")
      .innerJoin("navs as wrong", "wrong.id", "n.replaces")
      .select(["n.id", "n.strategy", "n.date", "n.nav as is", "wrong.nav as was", "wrong.id as replaced"])
      .where("n.id", "=", navId)
      .where("n.status", "in", ["APPROVED", "REPLACED"])
      .executeTakeFirst();
    if (nav === undefined) return 0;
    const was = tenThousandthsOf(nav.was);
    const is = tenThousandthsOf(nav.is);
    const some = await affected(tx, { ...nav, after: null });
    // Where nobody was allotted at it, there is nothing that two people could approve.
    const madeGood = some.length > 0 && isMadeGood({ was, is });
    const begun = await tx
      .insertInto("nav_corrections")
      .values({
        nav_id: nav.id,
        replaced_id: nav.replaced,
        state: madeGood ? "PROPOSED" : "FORWARD_ONLY",
        found_at: room.clock.now().toJSDate(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("nav_id")
      .executeTakeFirst();
    if (begun === undefined) return 0;
    let found = 0;
    for (let last: string | null = null; ; ) {
      const orders = await affected(tx, { ...nav, after: last });
      found += orders.length;
      await keep(tx, { navId, nav: is, madeGood, orders });
      last = orders.at(-1)?.id ?? null;
      if (orders.length < PAGE || last === null) break;
    }
    await record(tx, room.clock, {
      actor: "system:nav-correction",
      action: "navs.affected",
      subject: `nav:${navId}`,
      to: madeGood ? "PROPOSED" : "FORWARD_ONLY",
      detail: { orders: found },
    });
    return found;
  });
}

async function affected(
  tx: Tx,
  of: {
    readonly strategy: string;
    readonly date: string;
    readonly was: string;
    readonly after: string | null;
  },
): Promise<readonly OrderRow[]> {
  let query = tx
    .selectFrom("orders")
    .selectAll()
    .where("strategy", "=", of.strategy)
    .where("nav_date", "=", of.date)
    .where("status", "=", "ALLOTTED")
    .where("nav", "=", of.was);
  if (of.after !== null) query = query.where("id", ">", of.after);
  return await query.orderBy("id").limit(PAGE).execute();
}

async function keep(
  tx: Tx,
  of: {
    readonly navId: string;
    readonly nav: bigint;
    readonly madeGood: boolean;
    readonly orders: readonly OrderRow[];
  },
): Promise<void> {
  if (of.orders.length === 0) return;
  await tx
    .insertInto("nav_correction_orders")
    .values(
      of.orders.map((order) => {
        const { units, baht } = differenceAt(allottedOf(order), of.nav);
        // Clients are never asked to give back: what was too much the company bears.
        const owed = of.madeGood && (units > 0n || (units === 0n && baht > 0n));
        return {
          nav_id: of.navId,
          order_id: order.id,
          units: formatUnits(units),
          baht: formatBaht(baht),
          owed_to: owed ? ("INVESTOR" as const) : ("NOBODY" as const),
        };
      }),
    )
    .execute();
}

/** An allotted order as the arithmetic takes it. Throws where the row lacks what every allotted one has. */
function allottedOf(order: OrderRow): Allotted {
  const { units } = order;
  if (units === null) throw new Error(`allottedOf: order ${order.reference} has no units`);
  const sold = tenThousandthsOf(units);
  if (order.kind === "subscription" || order.kind === "switch-in") {
    const net = satangOf(order.amount ?? "0.00") - satangOf(order.fee) - satangOf(order.vat);
    return { kind: "buy", units: sold, net };
  }
  const amount = order.amount === null ? null : satangOf(order.amount);
  const paysAmount =
    amount !== null &&
    !order.forced &&
    sold === unitsBought({ net: amount, nav: tenThousandthsOf(order.nav ?? "0") });
  if (paysAmount) return { kind: "sell-amount", units: sold, amount };
  return {
    kind: "sell-units",
    units: sold,
    proceeds: satangOf(order.proceeds ?? "0.00"),
    cost: satangOf(order.cost ?? "0.00"),
    feeBps: BigInt(order.fee_bps ?? 0),
    vatBps: BigInt(order.vat_bps ?? 0),
  };
}

/** Corrections with what they mean, the latest first. */
export async function listCorrections(room: Room, personId: string): Promise<readonly NavCorrection[]> {
  const { rows } = await sql<Summary>`
    select c.nav_id as id, n.strategy, n.date, n.nav, wrong.nav as before, n.reason, c.state, n.entered_by, c.found_at,
      count(o.order_id)::int as orders, count(o.order_id) filter (where o.owed_to = 'INVESTOR')::int as owed_orders,
      coalesce(sum(o.units) filter (where o.owed_to = 'INVESTOR'), 0.0000) as owed_units,
      coalesce(sum(o.baht) filter (where o.owed_to = 'INVESTOR'), 0.00) as owed_baht,
      (select coalesce(json_agg(json_build_object('by', d.person_id, 'decision', d.decision, 'reason', d.reason, 'at', d.at) order by d.at), '[]')
        from nav_correction_decisions d where d.nav_id = c.nav_id) as decisions
    from nav_corrections c join navs n on n.id = c.nav_id join navs wrong on wrong.id = c.replaced_id
      left join nav_correction_orders o on o.nav_id = c.nav_id
    group by c.nav_id, n.id, wrong.id order by c.found_at desc, c.nav_id desc limit ${SHOWN}`.execute(
    room.db,
  );
  const names = new Map<string, string>();
  for (const id of new Set(rows.flatMap((row) => row.decisions.map(({ by }) => by)))) {
    const person = await room.person(room.db, id);
    if (person !== null) names.set(id, person.email);
  }
  return rows.map((row) => ({
    id: row.id,
    strategy: row.strategy,
    date: row.date,
    nav: row.nav,
    before: row.before,
    reason: row.reason ?? "",
    state: row.state,
    orders: row.orders,
    owedOrders: row.owed_orders,
    owedUnits: row.owed_units,
    owedBaht: row.owed_baht,
    approvals: row.decisions.filter(({ decision }) => decision === "APPROVED").length,
    approvalsNeeded: PEOPLE_NEEDED,
    mayDecide:
      row.state === "PROPOSED" &&
      row.entered_by !== personId &&
      row.decisions.every(({ by }) => by !== personId),
    decisions: row.decisions.map(({ by, decision, reason, at }) => ({
      by: names.get(by) ?? null,
      decision,
      reason,
      at: new Date(at).toISOString(),
    })),
  }));
}

type Summary = {
  readonly id: string;
  readonly strategy: string;
  readonly date: string;
  readonly nav: string;
  readonly before: string;
  readonly reason: string | null;
  readonly state: NavCorrection["state"];
  readonly entered_by: string | null;
  readonly orders: number;
  readonly owed_orders: number;
  readonly owed_units: string;
  readonly owed_baht: string;
  readonly decisions: readonly {
    readonly by: string;
    readonly decision: "APPROVED" | "REJECTED";
    readonly reason: string;
    readonly at: string;
  }[];
};

/** Orders of a correction, the largest difference first; no more than can be read. */
export async function correctionOrders(room: Room, navId: string): Promise<NavCorrectionOrders["orders"]> {
  const rows = await room.db
    .selectFrom("nav_correction_orders as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .select(["o.reference", "o.kind", "o.amount", "o.units as allotted", "c.units", "c.baht", "c.owed_to"])
    .where("c.nav_id", "=", navId)
    .orderBy(sql`abs(c.baht) desc`)
    .orderBy("o.reference")
    .limit(SHOWN)
    .execute();
  return rows.map(({ owed_to, allotted, ...row }) => ({
    ...row,
    allotted: allotted ?? "0.0000",
    owed: owed_to === "INVESTOR",
  }));
}

/** One of two people approves what is made good, or rejects it. Who entered the correction does neither. */
export async function decideCorrection(
  room: Room,
  personId: string,
  of: { readonly id: string; readonly decision: "APPROVED" | "REJECTED"; readonly note: string },
): Promise<Result<{ readonly state: NavCorrection["state"] }, CorrectionFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom("nav_corrections as c")
      .innerJoin("navs as n", "n.id", "c.nav_id")
      .select(["c.state", "n.entered_by"])
      .where("c.nav_id", "=", of.id)
      .forUpdate("c")
      .executeTakeFirst();
    if (found === undefined) return fail({ code: "not-found" });
    if (found.state !== "PROPOSED") return fail({ code: "already-decided" });
    const before = await tx
      .selectFrom("nav_correction_decisions")
      .select("person_id")
      .where("nav_id", "=", of.id)
      .execute();
    if (found.entered_by === personId || before.some(({ person_id }) => person_id === personId))
      return fail({ code: "four-eyes" });
    await tx
      .insertInto("nav_correction_decisions")
      .values({
        nav_id: of.id,
        person_id: personId,
        decision: of.decision,
        reason: of.note,
        at: room.clock.now().toJSDate(),
      })
      .execute();
    const { state } = await tx
      .selectFrom("nav_corrections")
      .select("state")
      .where("nav_id", "=", of.id)
      .executeTakeFirstOrThrow();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: of.decision === "APPROVED" ? "nav-correction.approve" : "nav-correction.reject",
      subject: `nav:${of.id}`,
      from: "PROPOSED",
      to: state,
    });
    return ok({ state });
  });
}
