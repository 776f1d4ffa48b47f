import { sql } from "kysely";
import { formatBaht } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf, UNIT_SCALE } from "../../domain/units.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import { findPerson } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { kindsThat } from "../orders/index.ts";
import type {
  MadeGoodFigures,
  NavCorrection,
  NavCorrectionEntries,
  NavCorrectionOrders,
} from "./correction-answers.ts";
import { type CorrectedOrder, correctedOrders, figuresOf, isOwed } from "./made-good.ts";
import { postCorrection } from "./post-correction.ts";
import type { SettlementRoom } from "./room.ts";
import "./correction-tables.ts";

export type CorrectionFailure = {
  readonly code:
    | "not-found"
    | "already-decided"
    | "four-eyes"
    | "nav-correction-changed"
    | "nav-correction-replaced";
};

const PAGE = 1_000;
const SHOWN = 200;
const PEOPLE_NEEDED = 2;

/**
 * Finds the orders that were allotted at another NAV than the corrected one, and proposes how to compensate
 * them. Does nothing if the NAV is no correction, or if this was already done for it. If a proposal for an
 * earlier correction of the same day is still undecided, replaces it. Returns the number of orders.
 */
export async function proposeCorrection(room: SettlementRoom, navId: string): Promise<number> {
  return await room.db.transaction().execute(async (tx) => {
    const nav = await tx
      .selectFrom("navs")
      .select(["id", "strategy", "date", "nav", "replaces"])
      .where("id", "=", navId)
      .where("replaces", "is not", null)
      .where("status", "in", ["APPROVED", "REPLACED"])
      .executeTakeFirst();
    if (nav === undefined || nav.replaces === null) return 0;
    await sql`update nav_corrections c set state = 'REPLACED' from navs n
      where n.id = c.nav_id and n.strategy = ${nav.strategy} and n.date = ${nav.date}::date and n.status = 'REPLACED'
        and c.state = 'PROPOSED'`.execute(tx);
    const orders = await correctedOrders(tx, rightNav(nav));
    const isAnyMadeGood = orders.some(({ how }) => how !== "forward");
    const state = isAnyMadeGood ? "PROPOSED" : "FORWARD_ONLY";
    const begun = await tx
      .insertInto("nav_corrections")
      .values({
        nav_id: nav.id,
        replaced_id: nav.replaces,
        state,
        found_at: room.clock.now().toJSDate(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("nav_id")
      .executeTakeFirst();
    if (begun === undefined) return 0;
    await keep(tx, navId, orders);
    await record(tx, room.clock, {
      actor: "system:nav-correction",
      action: "navs.affected",
      subject: `nav:${navId}`,
      to: state,
      detail: { orders: orders.length },
    });
    return orders.length;
  });
}

function rightNav(nav: { readonly strategy: string; readonly date: string; readonly nav: string }) {
  return { strategy: nav.strategy, date: nav.date, nav: tenThousandthsOf(nav.nav) };
}

async function keep(tx: Tx, navId: string, orders: readonly CorrectedOrder[]): Promise<void> {
  for (let at = 0; at < orders.length; at += PAGE)
    await tx
      .insertInto("nav_correction_orders")
      .values(orders.slice(at, at + PAGE).map((order) => ({ nav_id: navId, ...lineOf(order) })))
      .execute();
}

function lineOf(order: CorrectedOrder) {
  return {
    order_id: order.id,
    units: formatUnits(order.units),
    baht: formatBaht(order.baht),
    owed_to: isOwed(order)
      ? ("INVESTOR" as const)
      : order.how === "next-leg"
        ? ("NEXT_LEG" as const)
        : ("NOBODY" as const),
    borne: formatBaht(order.made.borne),
  };
}

/**
 * Returns what a correction of this NAV would pay, computed by the same function as the real correction.
 * Writes nothing. Errors: `nav-not-approved` (this NAV does not exist or is not in force), `nav-not-valid`.
 */
export async function previewCorrection(
  room: Pick<SettlementRoom, "db">,
  of: { readonly id: string; readonly nav: string },
): Promise<Result<MadeGoodFigures, { readonly code: "nav-not-approved" | "nav-not-valid" }>> {
  const nav = parseTypedDecimal(of.nav, UNIT_SCALE, "decimal");
  if (!nav.ok || nav.value <= 0n) return fail({ code: "nav-not-valid" });
  const wrong = await room.db
    .selectFrom("navs")
    .select(["strategy", "date"])
    .where("id", "=", of.id)
    .where("status", "=", "APPROVED")
    .executeTakeFirst();
  if (wrong === undefined) return fail({ code: "nav-not-approved" });
  const orders = await correctedOrders(room.db, { ...wrong, nav: nav.value });
  return ok(figuresOf(orders, wrong.strategy));
}

/** Returns the corrections of NAVs with what each of them pays, latest first. */
export async function listCorrections(
  room: SettlementRoom,
  personId: string,
): Promise<readonly NavCorrection[]> {
  const { rows } = await sql<Summary>`
    select c.nav_id as id, n.strategy, n.date, n.nav, wrong.nav as before, n.reason, c.state, c.posted_at, n.entered_by, c.found_at,
      f.*,
      (select coalesce(json_agg(json_build_object('by', d.person_id, 'decision', d.decision, 'reason', d.reason, 'at', d.at) order by d.at), '[]')
        from nav_correction_decisions d where d.nav_id = c.nav_id) as decisions
    from nav_corrections c join navs n on n.id = c.nav_id join navs wrong on wrong.id = c.replaced_id
      cross join lateral (
        select count(*) filter (where own)::int as orders, count(*) filter (where own and counts and (o.units > 0 or o.baht > 0))::int as lost,
          count(*) filter (where own and counts and (o.units < 0 or o.baht < 0))::int as gained,
          count(*) filter (where own and not counts)::int as forward,
          coalesce(sum(o.units) filter (where own and o.owed_to = 'INVESTOR'), 0.0000) as units,
          coalesce(sum(o.baht) filter (where o.owed_to = 'INVESTOR'), 0.00) as baht,
          coalesce(sum(o.baht) filter (where o.owed_to = 'INVESTOR' and r.kind = any (${kindsThat(({ money }) => money === "paid-out")}::text[]) and o.units = 0), 0.00) as payouts,
          coalesce(sum(o.borne), 0.00) as borne
        from nav_correction_orders o join orders r on r.id = o.order_id
          cross join lateral (select r.strategy = n.strategy as own, c.state <> 'FORWARD_ONLY' as counts) as which
        where o.nav_id = c.nav_id
      ) as f
    order by c.found_at desc, c.nav_id desc limit ${SHOWN}`.execute(room.db);
  const names = new Map<string, string>();
  for (const id of new Set(rows.flatMap((row) => row.decisions.map(({ by }) => by)))) {
    const person = await findPerson(room.db, id);
    if (person !== null) names.set(id, person.email);
  }
  return rows.map((row) => {
    const { orders, lost, gained, forward, units, baht, payouts, borne } = row;
    return {
      id: row.id,
      strategy: row.strategy,
      date: row.date,
      nav: row.nav,
      before: row.before,
      reason: row.reason ?? "",
      state: row.state,
      figures: { orders, lost, gained, forward, units, baht, payouts, borne },
      postedAt: row.posted_at?.toISOString() ?? null,
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
    };
  });
}

type Summary = MadeGoodFigures & {
  readonly id: string;
  readonly strategy: string;
  readonly date: string;
  readonly nav: string;
  readonly before: string;
  readonly reason: string | null;
  readonly state: NavCorrection["state"];
  readonly posted_at: Date | null;
  readonly entered_by: string | null;
  readonly decisions: readonly {
    readonly by: string;
    readonly decision: "APPROVED" | "REJECTED";
    readonly reason: string;
    readonly at: string;
  }[];
};

/**
 * Returns the orders that a correction affects. The order with the largest difference comes first. The number
 * is limited.
 */
export async function correctionOrders(
  room: SettlementRoom,
  navId: string,
): Promise<NavCorrectionOrders["orders"]> {
  const rows = await room.db
    .selectFrom("nav_correction_orders as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .select(["o.reference", "o.kind", "o.amount", "o.units as allotted", "c.units", "c.baht", "c.owed_to"])
    .select("c.borne")
    .where("c.nav_id", "=", navId)
    .orderBy(sql`abs(c.baht) desc`)
    .orderBy("o.reference")
    .limit(SHOWN)
    .execute();
  return rows.map(({ owed_to, allotted, ...row }) => ({
    ...row,
    allotted: allotted ?? "0.0000",
    owed: owed_to === "INVESTOR",
    nextLeg: owed_to === "NEXT_LEG",
  }));
}

/**
 * Returns the ledger entries of a correction, by account. All accounts of investors are shown as one, with
 * the total.
 */
export async function correctionEntries(
  room: SettlementRoom,
  navId: string,
): Promise<NavCorrectionEntries["entries"]> {
  const { rows } = await sql<NavCorrectionEntries["entries"][number]>`
    select o.reference, coalesce(d.house, 'investors') as debit, coalesce(c.house, 'investors') as credit, e.asset,
      case e.asset when 'THB' then e.amount::numeric(30, 2) else e.amount end::text as amount, e.booked_on as "bookedOn"
    from (
      select id as subject, order_id from nav_compensations where nav_id = ${navId}
      union all select md5('accrual:' || nav_id || ':' || day)::uuid, null from management_accrual_corrections where nav_id = ${navId}
    ) as s join ledger_entries e on e.subject = s.subject and e.kind = 'nav-correction'
      join ledger_accounts d on d.id = e.debit join ledger_accounts c on c.id = e.credit
      left join orders o on o.id = s.order_id
    order by e.id limit ${SHOWN}`.execute(room.db);
  return rows;
}

/**
 * Stores one of the two approvals that a compensation needs, or its rejection. The person who entered the
 * correction can do neither. The second approval also posts the compensation, in the same transaction.
 * Errors: `not-found`, `already-decided`, `four-eyes`, `nav-correction-replaced` (another correction of that
 * day is in force), `nav-correction-changed` (an order has changed since the proposal; the proposal is
 * renewed and must be reviewed again).
 */
export async function decideCorrection(
  room: SettlementRoom,
  personId: string,
  of: { readonly id: string; readonly decision: "APPROVED" | "REJECTED"; readonly note: string },
): Promise<Result<{ readonly state: NavCorrection["state"] }, CorrectionFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const refused = await refusedFor(tx, of.id, personId);
    if (refused !== null) return fail({ code: refused });
    const approves = of.decision === "APPROVED";
    const reviewed = await ordersOfCorrection(tx, of.id, approves);
    if (!reviewed.ok) return reviewed;
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
      action: approves ? "nav-correction.approve" : "nav-correction.reject",
      subject: `nav:${of.id}`,
      from: "PROPOSED",
      to: state,
      detail: { reason: of.note },
    });
    if (state === "APPROVED")
      await postCorrection(room, tx, { id: of.id, by: `person:${personId}`, orders: reviewed.value });
    return ok({ state });
  });
}

/** Locks a proposal, and returns why a person cannot decide about it. Returns `null` if the person can. */
async function refusedFor(
  tx: Tx,
  navId: string,
  personId: string,
): Promise<CorrectionFailure["code"] | null> {
  const found = await tx
    .selectFrom("nav_corrections as c")
    .innerJoin("navs as n", "n.id", "c.nav_id")
    .select(["c.state", "n.entered_by"])
    .where("c.nav_id", "=", navId)
    .forUpdate("c")
    .executeTakeFirst();
  if (found === undefined) return "not-found";
  if (found.state === "REPLACED") return "nav-correction-replaced";
  if (found.state !== "PROPOSED") return "already-decided";
  const before = await tx
    .selectFrom("nav_correction_decisions")
    .select("person_id")
    .where("nav_id", "=", navId)
    .execute();
  const took = found.entered_by === personId || before.some(({ person_id }) => person_id === personId);
  return took ? "four-eyes" : null;
}

/**
 * Returns the orders that an approval compensates; for a rejection, an empty list. If orders have changed
 * since the proposal, renews the proposal and fails.
 */
async function ordersOfCorrection(
  tx: Tx,
  navId: string,
  approves: boolean,
): Promise<Result<readonly CorrectedOrder[], CorrectionFailure>> {
  const nav = await tx
    .selectFrom("navs")
    .select(["strategy", "date", "nav"])
    .where("id", "=", navId)
    .where("status", "=", "APPROVED")
    // The NAV is locked until the transaction ends. In this way it is still in force when the compensation is
    // posted.
    .forShare()
    .executeTakeFirst();
  if (!approves) return ok([]);
  if (nav === undefined) return fail({ code: "nav-correction-replaced" });
  const orders = await correctedOrders(tx, rightNav(nav), { lock: true });
  if (!(await isChanged(tx, navId, orders))) return ok(orders);
  await tx.deleteFrom("nav_correction_orders").where("nav_id", "=", navId).execute();
  await keep(tx, navId, orders);
  return fail({ code: "nav-correction-changed" });
}

/** Returns whether one of the orders has changed since the proposal. */
async function isChanged(tx: Tx, navId: string, orders: readonly CorrectedOrder[]): Promise<boolean> {
  const kept = await tx
    .selectFrom("nav_correction_orders")
    .select(["order_id", "units", "baht", "owed_to", "borne"])
    .where("nav_id", "=", navId)
    .execute();
  const textOf = (line: ReturnType<typeof lineOf>) =>
    [line.order_id, line.units, line.baht, line.owed_to, line.borne].join(" ");
  const before = new Set(kept.map(textOf));
  return kept.length !== orders.length || orders.some((order) => !before.has(textOf(lineOf(order))));
}
