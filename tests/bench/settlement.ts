import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { fixedClock } from "../../server/clock/index.ts";
import { type Db, migrate, openDatabase, startCluster } from "../../server/db/index.ts";
import { type Jobs, openJobs } from "../../server/jobs/index.ts";
import { checkLedger } from "../../server/ledger/index.ts";
import { allot } from "../../server/settlement/index.ts";
import { tradeRooms } from "../support/trade-rooms.ts";

const orders = Number(process.env.BENCH_ORDERS ?? 100_000);
const batchSize = 5_000;

/**
 * Measures figure 4: allotment of pending orders in batches that can be stopped and resumed. The comparison
 * is one bare SQL statement that makes the same rows (orders, timeline, audit, ledger, balances) with every
 * trigger and foreign key off. Both use one durable database in one run, with half of the orders each.
 * Results are microseconds per order.
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
  // Only a superuser can disable triggers.
  const admin = await openDatabase(cluster.adminUrlOf("saphan"), { max: 1 });
  const jobs = await openJobs({ url: cluster.url });
  try {
    await migrate(db, { note: async () => {} });
    await fill(db);
    const half = orders / 2;
    const batchedMicros = await microsPer(half, () => allotted(db, jobs));
    const bareMicros = await microsPer(half, () => bare(admin));
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
    await admin.destroy();
    await db.destroy();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Adds paid orders: of M-BTCA for the portal, and of M-LCAP for the bare statement; five per investor and
 * strategy.
 */
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
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'payment', o.id, house_account('bank:clients'), a.id, 'THB', 10000, '2026-11-23', '2026-11-23', now()
    from orders o join ledger_accounts a on a.person_id = o.person_id and a.asset = 'THB'`.execute(db);
  await sql`update orders set status = 'APPROVED', paid_at = now()`.execute(db);
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    values (gen_random_uuid(), 'M-BTCA', '2026-11-23', 12.3456, 'APPROVED', true, now(), now())`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function allotted(db: Db, jobs: Pick<Jobs, "send">): Promise<number> {
  const unused = () => {
    throw new Error("not needed to allot");
  };
  const { settlement } = tradeRooms({
    db,
    clock: fixedClock("2026-11-24T08:30:00"),
    config: { env: "runtime", brand: "saphan", origin: "", rootDir: "" },
    jobs,
    messages: { send: unused, sentTo: unused },
  });
  return (await allot(settlement, settlement.clock.now(), { batchSize })).orders;
}

/** Writes the same rows with one statement, without any checks. */
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
      ), booked as (
        insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
        select 'allotment', o.id, leg.debit, leg.credit, leg.asset, leg.amount, leg.cost, o.nav_date, '2026-11-24', now()
        from done o
          join ledger_accounts baht on baht.person_id = o.person_id and baht.asset = 'THB'
          join ledger_accounts held on held.person_id = o.person_id and held.asset = o.strategy
          cross join (select house_account('strategy:M-LCAP') as fund, house_account('fees:front-end') as fees,
            house_account('tax:vat') as tax, house_account('residues:M-LCAP') as rest,
            house_account('strategy:M-LCAP', 'M-LCAP') as issued) as house
          cross join lateral (values
            (baht.id, house.fund, 'THB', o.value, null::numeric),
            (baht.id, house.fees, 'THB', o.fee, null),
            (baht.id, house.tax, 'THB', o.vat, null),
            (baht.id, house.rest, 'THB', o.amount - o.fee - o.vat - o.value, null),
            (house.issued, held.id, o.strategy, o.units, o.amount)
          ) as leg (debit, credit, asset, amount, cost)
        where leg.amount <> 0
      ), balances as (
        update ledger_accounts a set balance = a.balance + moved.amount, cost = a.cost + moved.cost, since = moved.since from (
          select person_id, 'THB' as asset, -sum(amount) as amount, 0 as cost, null::date as since from done group by person_id
          union all select person_id, strategy, sum(units), sum(amount), min(nav_date) from done group by person_id, strategy) moved
        where a.person_id = moved.person_id and a.asset = moved.asset
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
