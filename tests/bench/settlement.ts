import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { fixedClock } from "../../server/clock/index.ts";
import { type Db, migrate, openDatabase, startCluster } from "../../server/db/index.ts";
import { createFund } from "../../server/fund/index.ts";
import { openJobs } from "../../server/jobs/index.ts";
import { checkLedger } from "../../server/ledger/index.ts";
import { allot } from "../../server/settlement/index.ts";

const orders = Number(process.env.BENCH_ORDERS ?? 100_000);
const batchSize = 5_000;

/**
 * Figure 4: allotting pending orders in batches that can be stopped and resumed, against one bare SQL statement that
 * makes the same rows (orders, timeline, audit, ledger, holdings) with every trigger and foreign key off. Both on one
 * durable database in one run, half of the orders each. Microseconds per order.
 */
export async function bench(): Promise<{
  readonly name: "settlement";
  readonly figures: {
    readonly orders: number;
    readonly batchedMicros: number;
    readonly bareMicros: number;
    readonly ratio: number;
    readonly targets: { readonly ratio: number };
    readonly reached: boolean;
    readonly ledgerIsSound: boolean;
  };
}> {
  const folder = mkdtempSync(join(tmpdir(), "saphan-bench-"));
  const cluster = await startCluster({ dir: folder });
  const db = await openDatabase(cluster.url, { max: 4 });
  const jobs = await openJobs({ url: cluster.url });
  try {
    await migrate(db);
    await fill(db);
    const half = orders / 2;
    const batchedMicros = await microsPer(half, () => allotted(db, jobs));
    const bareMicros = await microsPer(half, () => bare(db));
    const ledger = await checkLedger(db);
    const ratio = batchedMicros / bareMicros;
    return {
      name: "settlement",
      figures: {
        orders,
        batchedMicros: round(batchedMicros),
        bareMicros: round(bareMicros),
        ratio: round(ratio),
        targets: { ratio: 1.2 },
        reached: ratio <= 1.2,
        ledgerIsSound: ledger.unbalancedAssets.length === 0 && ledger.wrongPending.length === 0,
      },
    };
  } finally {
    await jobs.stop();
    await db.destroy();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Paid orders of M-BTCA for us and of M-LCAP for the bare statement, five per investor and strategy. */
async function fill(db: Db): Promise<void> {
  await sql`insert into people (id, email, email_key, customer_type, language, created_at)
    select gen_random_uuid(), i, i, 'INDIVIDUAL', 'th', now() from generate_series(1, ${sql.lit(orders / 10)}) i`.execute(
    db,
  );
  await sql`insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, risk_level,
      risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    select gen_random_uuid(), 'B' || row_number() over (), 'subscription', 'SUBMITTED', p.id, s.code, 10000, 'qr', 100, 7, 7,
      true, now(), '2026-11-23', '2026-11-24', now(), gen_random_uuid(), 'bench', now()
    from people p, (values ('M-BTCA'), ('M-LCAP')) s (code), generate_series(1, 5)`.execute(db);
  await sql`insert into ledger_accounts (asset, person_id)
    select asset, id from people, (values ('THB'), ('M-BTCA'), ('M-LCAP')) a (asset)`.execute(db);
  await sql`insert into ledger_entries (kind, subject, account, asset, amount, booked_on, booked_at)
    select 'payment', o.id, a.id, 'THB', 10000, date '2026-11-23', now()
    from orders o join ledger_accounts a on a.person_id = o.person_id and a.asset = 'THB'
    union all
    select 'payment', o.id, (select id from ledger_accounts where house = 'outside'), 'THB', -10000, date '2026-11-23', now()
    from orders o`.execute(db);
  await sql`update orders set status = 'APPROVED', paid_at = now()`.execute(db);
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), 'M-BTCA', '2026-11-23', 12.3456, 'APPROVED', true, now(), now())`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function allotted(db: Db, jobs: Parameters<typeof createFund>[0]["jobs"]): Promise<number> {
  const unused = () => {
    throw new Error("not needed to allot");
  };
  const fund = createFund({
    db,
    clock: fixedClock("2026-11-24T08:30:00"),
    config: { env: "runtime", brand: "saphan", origin: "", rootDir: "" },
    jobs,
    messages: { send: unused },
    person: unused,
    investor: unused,
  });
  return (await allot(fund, fund.clock.now(), { batchSize })).orders;
}

/** The same rows by one statement that trusts everybody. */
async function bare(db: Db): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ orders: number }>`
      with done as (
        update orders set status = 'ALLOTTED', nav = 12.3456, units = div((amount - fee - vat) * 10000, 12.3456) * 0.0001,
          value = round(div((amount - fee - vat) * 10000, 12.3456) * 0.0001 * 12.3456, 2), allotted_on = '2026-11-24',
          changed_by = 'system:allotment', changed_at = now(), change = '{}'
        where status = 'APPROVED' and strategy = 'M-LCAP' returning *
      ), events as (
        insert into order_events (order_id, at, from_status, to_status, actor, detail)
        select id, changed_at, 'APPROVED', status, changed_by, change from done
      ), audit as (
        insert into audit_lines (at, actor, action, subject, from_state, to_state)
        select changed_at, changed_by, 'orders.change', 'order:' || id, 'APPROVED', status from done
      ), hers as (
        insert into ledger_entries (kind, subject, account, asset, amount, booked_on, booked_at)
        select 'allotment', o.id, a.id, a.asset, case a.asset when 'THB' then -o.amount else o.units end, '2026-11-24', now()
        from done o join ledger_accounts a on a.person_id = o.person_id and a.asset in ('THB', o.strategy)
      ), ours as (
        insert into ledger_entries (kind, subject, account, asset, amount, booked_on, booked_at)
        select 'allotment', o.id, a.id, a.asset, case when a.asset <> 'THB' then -o.units when a.house = 'fees:front-end' then o.fee
          when a.house = 'tax:vat' then o.vat else o.value end, '2026-11-24', now()
        from done o join ledger_accounts a on a.asset in ('THB', o.strategy)
          and a.house in ('fees:front-end', 'tax:vat', 'strategy:' || o.strategy)
      ), balances as (
        update ledger_accounts a set balance = a.balance + moved.amount from (
          select person_id, 'THB' as asset, -sum(amount) as amount from done group by person_id
          union all select person_id, strategy, sum(units) from done group by person_id, strategy) moved
        where a.person_id = moved.person_id and a.asset = moved.asset
      ), held as (
        insert into holdings (person_id, strategy, units, cost, since)
        select person_id, strategy, sum(units), sum(amount), min(nav_date) from done group by person_id, strategy
      )
      select count(*) as orders from done`.execute(tx);
    return rows[0]?.orders ?? 0;
  });
}

async function microsPer(count: number, work: () => Promise<number>): Promise<number> {
  const begun = performance.now();
  const done = await work();
  if (done !== count) throw new Error(`settlement: ${done} of ${count} orders were allotted`);
  return ((performance.now() - begun) * 1_000) / count;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
