import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import "./tables.ts";

/** The result of a ledger check. All lists are empty if the ledger is correct. */
export type LedgerCheck = {
  readonly entries: number;
  /**
   * Hash of the content of all entries. Equal ledgers have equal hashes, whatever the order of their entries.
   */
  readonly hash: string;
  /** Assets whose accounts do not sum to zero. */
  readonly unbalancedAssets: readonly string[];
  /** Accounts whose stored balance or cost differs from the sum of their entries. */
  readonly wrongBalances: readonly number[];
  /** Holdings, as `<person> <strategy>`, whose reserved units differ from the units in their open orders. */
  readonly wrongPending: readonly string[];
  /**
   * Entries that do not match their order, payment, payout or correction. Also orders, payments, payouts and
   * corrections without matching entries, and refunds that neither a payout nor a bank statement proves.
   */
  readonly unfounded: readonly string[];
  /** Strategies whose issued units differ from the units that people hold. */
  readonly wrongIssued: readonly string[];
};

/** Recomputes the whole ledger in the database, without loading entries into memory. */
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
    select what from (${UNFOUNDED}) as found union select what from (${UNSHOWN}) as left_unseen order by what limit 1000`.execute(
    db,
  );
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

/** SQL for the sum of the entries of each account. */
const MOVED = sql`
  select account, sum(amount) as amount, sum(cost) as cost from (
    select credit as account, amount, coalesce(cost, 0) as cost from ledger_entries
    union all select debit, -amount, -coalesce(cost, 0) from ledger_entries
  ) as legs group by account`;

/** SQL for the entries of a buy and of a sell: debit, credit, asset, amount, cost of units. */
const BOUGHT = sql`(values
  ('transit', o.person_id::text, 'THB', case o.kind when 'switch-in' then o.amount else 0 end, null::numeric),
  (o.person_id::text, 'strategy:' || o.strategy, 'THB', o.value, null),
  (o.person_id::text, case o.kind when 'switch-in' then 'fees:switch-in' else 'fees:front-end' end, 'THB', o.fee, null),
  (o.person_id::text, 'tax:vat', 'THB', o.vat, null),
  (o.person_id::text, 'residues:' || o.strategy, 'THB', o.amount - o.fee - o.vat - o.value, null),
  ('strategy:' || o.strategy, o.person_id::text, o.strategy, o.units, o.amount))`;
const SOLD = sql`(values
  (o.person_id::text, 'strategy:' || o.strategy, o.strategy, o.units, o.cost),
  ('strategy:' || o.strategy, o.person_id::text, 'THB', round(o.units * o.nav, 2), null),
  ('residues:' || o.strategy, o.person_id::text, 'THB', o.value - round(o.units * o.nav, 2), null),
  (o.person_id::text, 'fees:profit', 'THB', o.fee, null),
  (o.person_id::text, 'tax:vat', 'THB', o.vat, null),
  (o.person_id::text, 'tax:withholding', 'THB', o.value - o.fee - o.vat - o.proceeds, null),
  (o.person_id::text, 'transit', 'THB', case o.kind when 'switch-out' then o.proceeds else 0 end, null))`;
/** SQL for the entries of a compensation. */
const MADE_GOOD = sql`(values
  ('strategy:' || c.strategy, c.person_id::text, c.strategy, c.units, case when c.units > 0 then c.cost end),
  ('strategy:' || c.strategy, c.person_id::text, 'THB', c.gross, null::numeric),
  ('transit', c.person_id::text, 'THB', c.amount, null),
  (c.person_id::text, case o.kind when 'switch-in' then 'fees:switch-in' else 'fees:profit' end, 'THB', c.fee, null),
  (c.person_id::text, 'tax:vat', 'THB', c.vat, null),
  (c.person_id::text, 'tax:withholding', 'THB', c.withheld, null),
  (c.person_id::text, 'strategy:' || c.strategy, 'THB', case when c.amount > 0 then c.amount - c.fee - c.vat else 0 end, null),
  (c.person_id::text, 'transit', 'THB', case o.kind when 'switch-out' then c.proceeds else 0 end, null),
  ('strategy:' || c.strategy, 'residues:' || c.strategy, 'THB', c.residue, null),
  ('residues:' || c.strategy, 'strategy:' || c.strategy, 'THB', -c.residue, null),
  ('compensation', 'strategy:' || c.strategy, 'THB', c.borne, null),
  ('strategy:' || c.strategy, 'compensation', 'THB', -c.borne, null))`;

/**
 * SQL for payment cases whose money was moved to the account of refunds before refunds were payouts. Later
 * the money was sent, or moved back. If such a case was matched afterwards, part of its money may have become
 * another case.
 */
const SET_ASIDE = sql`
  select c.id, coalesce(c.person_id::text, 'unmatched') as lay, sent.is_sent,
    case when c.state = 'MATCHED' and aside.amount between c.amount and p.amount then aside.amount else c.amount end as amount
  from payment_cases c join payments p on p.id = c.payment_id
    cross join lateral (select c.state = 'REFUNDED' and not exists (select from payouts o where o.refund = c.id) as is_sent) as sent
    left join ledger_entries aside on aside.subject = c.id and aside.kind = 'refund' and aside.credit = house_account('refunds')
      and aside.debit = case when c.person_id is null then house_account('unmatched') else person_account(c.person_id) end
  where sent.is_sent or exists (select from ledger_entries e where e.subject = c.id and e.kind = 'refund')`;

/**
 * SQL for refunds that have no payout and are in no bank statement. A payout is proved by two people and a
 * payment file. A refund without a payout is proved only by the bank: by a statement line with its amount,
 * within a week. Each line proves one refund. Money sent before statements were imported is proved once the
 * statement for its days is imported.
 */
const UNSHOWN = sql`
  with sent as (
    select c.id, c.amount, e.booked_on from (${SET_ASIDE}) as c
      join ledger_entries e on e.subject = c.id and e.kind = 'refund' and e.credit = house_account('bank:clients')
    where c.is_sent
  ), gone as (
    select l.debit as amount, (l.at at time zone 'Asia/Bangkok')::date as day from bank_statement_lines l
    where l.outcome = 'out' and not exists (select from payouts p where p.reference = l.reference)
  )
  select 'refund of case ' || s.id || ', which no bank statement shows' as what from sent s
  where (select count(*) from sent o where o.amount = s.amount and o.booked_on between s.booked_on - 7 and s.booked_on + 7)
    > (select count(*) from gone g where g.amount = s.amount and g.day between s.booked_on - 1 and s.booked_on + 7)`;

/** SQL for the entries that all records require, with the names of their accounts. */
const EXPECTED = sql`
  select case o.kind when 'subscription' then 'allotment' else o.kind end as kind, o.id as subject, leg.*
    from orders o cross join lateral ${BOUGHT} as leg (debit, credit, asset, amount, cost)
    where o.status = 'ALLOTTED' and o.kind in ('subscription', 'switch-in')
  union all select o.kind, o.id, leg.*
    from orders o cross join lateral ${SOLD} as leg (debit, credit, asset, amount, cost)
    where o.status = 'ALLOTTED' and o.kind in ('redemption', 'switch-out')
  union all select 'payment', p.id, 'bank:clients', case p.outcome when 'matched' then o.person_id::text else 'unmatched' end, 'THB', p.amount, null
    from payments p left join orders o on o.id = p.order_id
  union all select 'payment', c.payment_id, 'unmatched', case c.state when 'KNOWN' then 'bank:clients' else o.person_id::text end, 'THB', c.amount, null
    from payment_cases c left join orders o on o.id = c.matched_order where c.state in ('MATCHED', 'KNOWN')
  union all select leg.kind, p.id, leg.debit, leg.credit, 'THB', p.amount, null
    from payouts p left join payment_cases c on c.id = p.refund
      cross join lateral (select case when p.refund is null then p.person_id::text else coalesce(c.person_id::text, 'unmatched') end as lay) as l
      cross join lateral (values
        (case when p.refund is null then 'payout' else 'refund' end, l.lay, 'bank:clients', true),
        ('payout-returned', 'bank:clients', l.lay, p.state = 'RETURNED')) as leg (kind, debit, credit, is_booked)
    where p.state in ('PAID', 'RETURNED') and leg.is_booked
  union all select 'refund', c.id, leg.debit, leg.credit, 'THB', c.amount, null
    from (${SET_ASIDE}) as c cross join lateral (values
      (c.lay, 'refunds', true), ('refunds', 'bank:clients', c.is_sent), ('refunds', c.lay, not c.is_sent)) as leg (debit, credit, is_booked)
    where leg.is_booked
  union all select 'accrual', md5('accrual:' || strategy || ':' || day)::uuid, 'accrued:management:' || strategy, 'fees:management', 'THB', amount, null
    from management_accruals
  union all select 'nav-correction', md5('accrual:' || nav_id || ':' || day)::uuid,
      case when amount > 0 then 'accrued:management:' || strategy else 'fees:management' end,
      case when amount > 0 then 'fees:management' else 'accrued:management:' || strategy end, 'THB', abs(amount), null
    from management_accrual_corrections
  union all select 'residue-sweep', md5('residue-sweep:' || strategy || ':' || year)::uuid,
      case when amount > 0 then 'residues:' else 'strategy:' end || strategy,
      case when amount > 0 then 'strategy:' else 'residues:' end || strategy, 'THB', abs(amount), null
    from settlement_sweeps
  union all select 'nav-correction', c.id, leg.* from nav_compensations c join orders o on o.id = c.order_id
    cross join lateral ${MADE_GOOD} as leg (debit, credit, asset, amount, cost) where leg.amount > 0`;

/**
 * SQL that compares every entry with its record, movement by movement, so that every wrong movement between
 * house accounts is found. An order's units and value must follow from its NAV, and this NAV must be approved
 * for the order's day.
 */
const UNFOUNDED = sql`
  with booked as (
    select e.kind, e.subject, coalesce(d.house, d.person_id::text) as debit, coalesce(c.house, c.person_id::text) as credit, e.asset, e.amount, e.cost
    from ledger_entries e join ledger_accounts d on d.id = e.debit join ledger_accounts c on c.id = e.credit
  ), differing as (
    select distinct coalesce(b.kind, x.kind) as kind, coalesce(b.subject, x.subject) as subject
    from booked b full join (select * from (${EXPECTED}) as asked where amount <> 0) as x
      on b.subject = x.subject and b.kind = x.kind and b.debit = x.debit and b.credit = x.credit
    where (b.asset, b.amount, b.cost) is distinct from (x.asset, x.amount, x.cost)
  )
  select case d.kind
      when 'payment' then 'payment ' || coalesce(p.bank || ' ' || p.bank_reference, 'of ' || d.subject)
      when 'payout' then 'payout ' || d.subject
      when 'refund' then case when exists (select from payment_cases c where c.id = d.subject) then 'refund of case ' else 'payout ' end || d.subject
      when 'payout-returned' then 'payout that came back ' || d.subject
      when 'nav-correction' then 'correction ' || d.subject
      else coalesce(o.reference, d.kind || ' of ' || d.subject) end as what
    from differing d left join payments p on p.id = d.subject left join orders o on o.id = d.subject and o.status = 'ALLOTTED'
  union
  select o.reference from orders o
    where o.status = 'ALLOTTED' and (case when o.kind in ('subscription', 'switch-in')
        then o.units <> div((o.amount - o.fee - o.vat) * 10000, o.nav) * 0.0001
        else o.value - o.units * o.nav not between -0.005 and greatest(0.005, o.nav * 0.0001) end
      or not exists (select from navs n where n.strategy = o.strategy and n.date = o.nav_date and n.nav = o.nav and n.status in ('APPROVED', 'REPLACED')))`;

/**
 * Returns the SQL of one part of the ledger's hash, in hexadecimal. The part is the sum of the same bytes of
 * all entry hashes, so it does not depend on the order of the entries.
 */
const words = (at: number) => sql`
  lpad(to_hex(mod(coalesce(sum(('x' || encode(substr(line, ${sql.lit(at * 7 + 1)}, 7), 'hex'))::bit(56)::bigint::numeric), 0), 72057594037927936)::bigint), 14, '0')`;
