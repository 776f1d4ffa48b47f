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
  /** Entries without the order, payment, payout or correction that they book, and such records that are booked otherwise than they say. */
  readonly unfounded: readonly string[];
  /** Strategies whose issued units are not those that people hold. */
  readonly wrongIssued: readonly string[];
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
  const unfounded = await sql<{ what: string }>`
    select what from (${UNFOUNDED}) as found order by what limit 1000`.execute(db);
  const issued = await sql<{ strategy: string }>`
    select coalesce(i.strategy, h.asset) as strategy
    from (select strategy, sum(units) as units from units_issued group by 1) as i
      full join (select asset, sum(balance) as units from ledger_accounts where person_id is not null and asset <> 'THB' group by 1) as h
        on h.asset = i.strategy
    where coalesce(i.units, 0) <> coalesce(h.units, 0) order by 1`.execute(db);
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
    unfounded: unfounded.rows.map((row) => row.what),
    wrongIssued: issued.rows.map((row) => row.strategy),
  };
}

/** What the entries of each account come to. */
const MOVED = sql`
  select account, sum(amount) as amount, sum(cost) as cost from (
    select credit as account, amount, coalesce(cost, 0) as cost from ledger_entries
    union all select debit, -amount, -coalesce(cost, 0) from ledger_entries
  ) as legs group by account`;

/** What each record moved: units, baht out of and into people's accounts, charges, and whose they are. */
const BOOKED = sql`
  select e.kind, e.subject, coalesce(sum(e.amount) filter (where e.asset <> 'THB'), 0) as units,
    coalesce(sum(e.amount) filter (where e.asset = 'THB' and d.person_id is not null), 0) as taken,
    coalesce(sum(e.amount) filter (where e.asset = 'THB' and c.person_id is not null), 0) as given,
    coalesce(sum(e.amount) filter (where c.house like 'fees:%'), 0) as fee,
    coalesce(sum(e.amount) filter (where c.house = 'tax:vat'), 0) as vat,
    coalesce(sum(case when d.house = 'bank:clients' then e.amount when c.house = 'bank:clients' then -e.amount end), 0) as bank,
    min(coalesce(d.person_id, c.person_id)::text) as person, max(coalesce(d.person_id, c.person_id)::text) as last_person
  from ledger_entries e join ledger_accounts d on d.id = e.debit join ledger_accounts c on c.id = e.credit group by 1, 2`;

/**
 * Every record beside what it moved. An order's units and value follow from its NAV, which was approved for its day; the house's own
 * postings (accruals, sweeps) touch nobody's account. Refunds of before they were payouts are founded on their case.
 */
const UNFOUNDED = sql`
  with booked as materialized (${BOOKED})
  select coalesce(o.reference, b.kind || ' of ' || b.subject) as what
    from (select * from orders where status = 'ALLOTTED') as o
      full join (select * from booked where kind in ('allotment', 'redemption', 'switch-out', 'switch-in')) as b
        on b.subject = o.id and b.kind = case o.kind when 'subscription' then 'allotment' else o.kind end
    where o.id is null or b.subject is null or b.units <> o.units or b.fee <> o.fee or b.vat <> o.vat
      or (b.person, b.last_person) <> (o.person_id::text, o.person_id::text)
      or case when o.kind in ('subscription', 'switch-in')
        then b.taken <> o.amount or o.units <> div((o.amount - o.fee - o.vat) * 10000, o.nav) * 0.0001
        else b.given <> o.value or o.value - o.units * o.nav not between -0.005 and greatest(0.005, o.nav * 0.0001) end
      or not exists (select from navs n where n.strategy = o.strategy and n.date = o.nav_date and n.nav = o.nav and n.status in ('APPROVED', 'REPLACED'))
  union all
  select 'payment ' || coalesce(p.bank || ' ' || p.bank_reference, 'of ' || b.subject)
    from payments p full join (select * from booked where kind = 'payment') as b on b.subject = p.id
    where b.bank is distinct from case when exists (select from payment_cases c where c.payment_id = p.id and c.state = 'KNOWN')
      then 0 else p.amount end
  union all
  select 'payout ' || coalesce(p.id, b.subject)
    from (select * from payouts where state in ('PAID', 'RETURNED')) as p
      full join (select b.* from booked b where b.kind in ('payout', 'refund')
        and not (b.kind = 'refund' and exists (select from payment_cases c where c.id = b.subject))) as b on b.subject = p.id
    where b.bank is distinct from -p.amount
  union all
  select 'payout that came back ' || coalesce(p.id, b.subject)
    from (select * from payouts where state = 'RETURNED') as p full join (select * from booked where kind = 'payout-returned') as b on b.subject = p.id
    where b.bank is distinct from p.amount
  union all
  select 'correction ' || coalesce(c.id, b.subject)
    from (select * from nav_compensations where units > 0 or gross > 0 or amount > 0) as c
      full join (select * from booked where kind = 'nav-correction' and person is not null) as b on b.subject = c.id
    where c.id is null or b.subject is null or b.units <> c.units or b.given <> c.gross + c.amount
  union all
  select b.kind || ' of ' || b.subject from booked b where b.kind in ('accrual', 'residue-sweep') and b.person is not null`;

/** One of the four words of a sum of hashes, in hexadecimal: a sum knows no order. */
const words = (at: number) => sql`
  lpad(to_hex(mod(coalesce(sum(('x' || encode(substr(line, ${sql.lit(at * 7 + 1)}, 7), 'hex'))::bit(56)::bigint::numeric), 0), 72057594037927936)::bigint), 14, '0')`;
