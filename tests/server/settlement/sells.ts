import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { FundHouse } from "../fund/fund-house.ts";

/** Adds units with their cost to a person's account, like an earlier allotment. */
export async function give(
  house: FundHouse,
  of: {
    readonly personId: string;
    readonly units: string;
    readonly cost: string;
    readonly strategy?: string;
  },
): Promise<void> {
  const strategy = of.strategy ?? "M-BTCA";
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'allotment', ${randomUUID()}::uuid, house_account('strategy:' || ${strategy}, ${strategy}), person_account(${of.personId}, ${strategy}),
      ${strategy}, ${of.units}::numeric, ${of.cost}::numeric, '2026-11-20', '2026-11-20', now()`.execute(
    house.fund.db,
  );
}

export type Sell = {
  readonly personId: string;
  readonly strategy?: string;
  readonly amount?: string;
  readonly units?: string;
  readonly reserved: string;
  readonly minRemainder?: string;
  readonly feeBps?: number;
  readonly vatBps?: number;
  readonly account?: string;
  /** Strategy to switch into; if set, the sell is the first leg of a switch. */
  readonly into?: string;
};

/**
 * Writes an approved sell with NAV day 2026-11-23 directly; returns its id. By default it sells everything.
 */
export async function sell(house: FundHouse, of: Sell): Promise<string> {
  const { db } = house.fund;
  const [id, into] = [randomUUID(), of.into === undefined ? null : randomUUID()];
  const wishes = [
    {
      id,
      kind: into === null ? "redemption" : "switch-out",
      strategy: of.strategy ?? "M-BTCA",
      counter: into,
      day: "2026-11-23",
      on: "2026-11-24",
    },
    ...(into === null
      ? []
      : [
          {
            id: into,
            kind: "switch-in",
            strategy: of.into,
            counter: id,
            day: "2026-11-24",
            on: "2026-11-25",
          },
        ]),
  ];
  await sql`insert into orders (id, reference, kind, status, person_id, strategy, counter_order, amount, units_wished, sell_all, dust_rule,
      reserved_units, fee_bps, vat_bps, min_remainder, approvals_needed, payout_account, payout_label, risk_level, risk_acknowledged,
      placed_at, nav_date, allotment_date, idempotency_key, changed_by, changed_at)
    select id, 'R' || id, kind, 'WAITING', ${of.personId}::uuid, strategy, counter,
      case when kind <> 'switch-in' then ${of.amount ?? null}::numeric end, case when kind <> 'switch-in' then ${of.units ?? null}::numeric end,
      kind <> 'switch-in' and ${of.amount === undefined && of.units === undefined}, ${of.minRemainder !== undefined},
      case when kind <> 'switch-in' then ${of.reserved}::numeric else 0 end, case kind when 'switch-in' then 50 else ${of.feeBps ?? 1_000}::integer end,
      ${of.vatBps ?? 700}::integer, ${of.minRemainder ?? "1000"}::numeric, case when kind <> 'switch-in' then 1 end,
      case kind when 'redemption' then ${of.account ?? randomUUID()}::uuid end, case kind when 'redemption' then 'KBANK •••-6789' end, 7, true,
      ${house.clock.now().toJSDate()}, day, "on", id::text, 'test', ${house.clock.now().toJSDate()}
    from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as o (id uuid, kind text, strategy text, counter uuid, day date, "on" date)`.execute(
    db,
  );
  await sql`insert into order_approvals (order_id, person_id, role, decision, at)
    values (${id}, ${await house.addPerson("finance")}, 'finance', 'APPROVED', ${house.clock.now().toJSDate()})`.execute(
    db,
  );
  await sql`update orders set status = 'APPROVED', changed_by = 'test', changed_at = ${house.clock.now().toJSDate()}
    where id = any (${[id, ...(into === null ? [] : [into])]}::uuid[])`.execute(db);
  return id;
}

/** Returns the row of an order. */
export async function orderRow(house: FundHouse, id: string) {
  return await house.fund.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
