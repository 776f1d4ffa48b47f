import { sql } from "kysely";
import { isCounted } from "../accounts/index.ts";
import type { Db } from "../db/index.ts";
import "./tables.ts";

/**
 * A line of the trial balance: an account's debits, credits and balance at the end of the day, as decimal
 * text.
 */
export type TrialBalanceLine = {
  readonly asset: string;
  /** Name of a house account (of the company), or `investors` for the sum of all people's accounts. */
  readonly account: string;
  readonly debits: string;
  readonly credits: string;
  readonly balance: string;
};

/**
 * Returns debits, credits and balance of every account at the end of a day, from the entries booked by then.
 * Each asset sums to zero.
 */
export async function trialBalance(db: Db, asOf: string): Promise<readonly TrialBalanceLine[]> {
  const { rows } = await sql<TrialBalanceLine>`
    select a.asset, coalesce(a.house, 'investors') as account,
      sum(debit)::numeric(34, 4)::text as debits, sum(credit)::numeric(34, 4)::text as credits,
      sum(credit - debit)::numeric(34, 4)::text as balance
    from (
      select account, sum(debit) as debit, sum(credit) as credit from (
        select debit as account, amount as debit, 0 as credit from ledger_entries where booked_on <= ${asOf}::date
        union all select credit, 0, amount from ledger_entries where booked_on <= ${asOf}::date
      ) as leg group by account
    ) as moved join ledger_accounts a on a.id = moved.account
    group by 1, 2 order by a.asset <> 'THB', 1, 2`.execute(db);
  return rows;
}

/** One holder of units, in the register of unit holders. */
export type HolderLine = {
  readonly personId: string;
  readonly units: string;
  readonly cost: string;
  readonly since: string | null;
};

/**
 * Returns the holders of a strategy at the end of a day, with their cost, largest first. Uses the entries
 * that were booked by then. `holders` and `units` also count holders beyond the limit. `since`: the NAV day
 * from which a person has held units without interruption.
 */
export async function unitHolders(
  db: Db,
  of: {
    readonly strategy: string;
    readonly asOf: string;
    readonly limit?: number;
    /** Whether test accounts are left out. */
    readonly withoutTests?: boolean;
  },
): Promise<{
  readonly holders: number;
  readonly units: string;
  readonly lines: readonly HolderLine[];
}> {
  const { rows } = await sql<{
    person_id: string;
    units: string;
    cost: string;
    since: string | null;
    holders: number;
    total: string;
  }>`
    with legs as (
      select a.person_id, l.* from (
        select credit as account, id, value_date, amount as units, cost from ledger_entries
          where asset = ${of.strategy} and booked_on <= ${of.asOf}::date
        union all select debit, id, value_date, -amount, -cost from ledger_entries
          where asset = ${of.strategy} and booked_on <= ${of.asOf}::date
      ) as l join ledger_accounts a on a.id = l.account
      where a.person_id is not null and ${isCounted(sql`a.person_id`, of.withoutTests === true)}
    ), held as (
      select *, sum(units) over (partition by person_id order by id) as after from legs
    ), unbroken as (
      select *, coalesce(max(id) filter (where after = 0) over (partition by person_id), 0) as emptied from held
    )
    select person_id, sum(units)::numeric(34, 4)::text as units, sum(cost)::numeric(30, 2)::text as cost,
      min(value_date) filter (where id > emptied) as since,
      (count(*) over ())::integer as holders, (sum(sum(units)) over ())::numeric(34, 4)::text as total
    from unbroken group by person_id having sum(units) > 0 order by sum(units) desc, person_id
    limit ${of.limit ?? null}`.execute(db);
  return {
    holders: rows[0]?.holders ?? 0,
    units: rows[0]?.total ?? "0.0000",
    lines: rows.map(({ person_id, units, cost, since }) => ({ personId: person_id, units, cost, since })),
  };
}
