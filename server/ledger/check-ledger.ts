import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import "./tables.ts";

/** What the books say about themselves; all lists are empty where they are right. */
export type LedgerCheck = {
  readonly entries: number;
  /** Over every entry by what it books: equal books, equal hash, whatever order they were written in. */
  readonly hash: string;
  /** Assets whose accounts do not sum to zero. */
  readonly unbalancedAssets: readonly string[];
  /** Accounts whose kept balance or cost is not the sum of their entries. */
  readonly wrongBalances: readonly number[];
  /** `<person> <strategy>` whose pending units are not those of their open orders. */
  readonly wrongPending: readonly string[];
};

/** Adds the whole ledger up again, in the database: it holds no list of entries in memory. */
export async function checkLedger(db: Db): Promise<LedgerCheck> {
  const assets = await sql<{ asset: string }>`
    select asset from (
      select a.asset, case when a.person_id is null then coalesce(moved.amount, 0) else a.balance end as balance
      from ledger_accounts a left join (${MOVED}) as moved on moved.account = a.id
    ) as accounts group by asset having sum(balance) <> 0 order by asset`.execute(db);
  const balances = await sql<{ id: number }>`
    select a.id from ledger_accounts a left join (${MOVED}) as moved on moved.account = a.id
    where case when a.person_id is null then a.balance <> 0 or a.cost <> 0
      else (a.balance, a.cost) <> (coalesce(moved.amount, 0), coalesce(moved.cost, 0)) end order by a.id`.execute(
    db,
  );
  const pending = await sql<{ what: string }>`
    select coalesce(a.person_id, o.person_id) || ' ' || coalesce(a.asset, o.strategy) as what
    from (select * from ledger_accounts where person_id is not null) a full join (
      select person_id, strategy, sum(reserved_units) as units from orders where status in ('WAITING', 'APPROVED') group by 1, 2
    ) o on o.person_id = a.person_id and o.strategy = a.asset
    where coalesce(a.pending, 0) <> coalesce(o.units, 0) order by 1`.execute(db);
  const { rows } = await sql<{ entries: number; hash: string }>`
    select count(*) as entries, concat(${words(0)}, ${words(1)}, ${words(2)}, ${words(3)}) as hash from (
      select sha256(convert_to(concat_ws('|', e.kind, coalesce(o.reference, p.bank || ':' || p.bank_reference, e.subject::text),
        coalesce(d.person_id::text, d.house), coalesce(c.person_id::text, c.house), e.asset, e.amount, e.cost, e.value_date, e.booked_on), 'UTF8')) as line
      from ledger_entries e join ledger_accounts d on d.id = e.debit join ledger_accounts c on c.id = e.credit
      left join orders o on o.id = e.subject left join payments p on p.id = e.subject
    ) as lines`.execute(db);
  return {
    entries: rows[0]?.entries ?? 0,
    hash: rows[0]?.hash ?? "",
    unbalancedAssets: assets.rows.map((row) => row.asset),
    wrongBalances: balances.rows.map((row) => row.id),
    wrongPending: pending.rows.map((row) => row.what),
  };
}

/** What the entries of each account come to. */
const MOVED = sql`
  select account, sum(amount) as amount, sum(cost) as cost from (
    select credit as account, amount, coalesce(cost, 0) as cost from ledger_entries
    union all select debit, -amount, -coalesce(cost, 0) from ledger_entries
  ) as legs group by account`;

/** One of the four words of a sum of hashes, in hexadecimal: a sum knows no order. */
const words = (at: number) => sql`
  lpad(to_hex(mod(coalesce(sum(('x' || encode(substr(line, ${sql.lit(at * 7 + 1)}, 7), 'hex'))::bit(56)::bigint::numeric), 0), 72057594037927936)::bigint), 14, '0')`;
