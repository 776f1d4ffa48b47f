import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import "./tables.ts";

/** What the books say about themselves; all lists are empty where they are right. */
export type LedgerCheck = {
  readonly entries: number;
  /** Over every entry in the order of what it books: equal books, equal hash, whatever order they were written in. */
  readonly hash: string;
  /** Assets whose entries do not sum to zero. */
  readonly unbalancedAssets: readonly string[];
  /** Accounts whose kept balance is not the sum of their entries. */
  readonly wrongBalances: readonly number[];
  /** `<person> <strategy>` whose units held are not the balance of their account. */
  readonly wrongHoldings: readonly string[];
};

/** Adds the whole ledger up again. */
export async function checkLedger(db: Db): Promise<LedgerCheck> {
  const assets = await sql<{ asset: string }>`
    select asset from ledger_entries group by asset having sum(amount) <> 0`.execute(db);
  const balances = await sql<{ id: number }>`
    select a.id from ledger_accounts a left join ledger_entries e on e.account = a.id
    where a.person_id is not null group by a.id having a.balance <> coalesce(sum(e.amount), 0)`.execute(db);
  const holdings = await sql<{ what: string }>`
    select coalesce(h.person_id, a.person_id) || ' ' || coalesce(h.strategy, a.asset) as what
    from holdings h full join (select * from ledger_accounts where person_id is not null and asset <> 'THB') a
      on a.person_id = h.person_id and a.asset = h.strategy
    where coalesce(h.units, 0) <> coalesce(a.balance, 0)`.execute(db);
  const hash = createHash("sha256");
  const { rows } = await sql<{ line: string }>`
    select line from (select concat_ws('|', e.kind, coalesce(o.reference, p.bank || ':' || p.bank_reference), coalesce(a.person_id::text, a.house),
      e.asset, e.amount, e.booked_on) as line
    from ledger_entries e join ledger_accounts a on a.id = e.account
    left join orders o on e.kind = 'allotment' and o.id = e.subject
    left join payments p on e.kind = 'payment' and p.id = e.subject) as lines
    order by line collate "C"`.execute(db);
  for (const { line } of rows) hash.update(line).update("\n");
  return {
    entries: rows.length,
    hash: hash.digest("hex"),
    unbalancedAssets: assets.rows.map((row) => row.asset),
    wrongBalances: balances.rows.map((row) => row.id),
    wrongHoldings: holdings.rows.map((row) => row.what),
  };
}
