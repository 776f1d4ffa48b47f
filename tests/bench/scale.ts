import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { fixedClock } from "../../server/clock/index.ts";
import { type Db, migrate, openDatabase, startCluster } from "../../server/db/index.ts";
import { type Jobs, openJobs } from "../../server/jobs/index.ts";
import type { PortfolioRoom } from "../../server/portfolio/index.ts";
import { overviewOf } from "../../server/portfolio/overview.ts";
import { listTransactions } from "../../server/portfolio/transactions.ts";
import { tradeRooms } from "../support/trade-rooms.ts";

/** Number of investors in the large data set. The figure requires a million, with ten orders each. */
const investors = Number(process.env.BENCH_INVESTORS ?? 100_000);
const few = 1_000;
const ordersEach = 10;
const looks = Number(process.env.BENCH_LOOKS ?? 400);

type Times = { readonly overviewMs: number; readonly historyMs: number };

/**
 * Measures figure 7: overview and history of random investors, read by the portal's own functions, with every
 * round trip to the database counted. The data set has 1,000 investors first, and then `BENCH_INVESTORS`,
 * with ten allotted orders each. Figures are medians, from one run on one database; the larger data set is
 * read while nothing else runs.
 */
export async function bench(): Promise<{
  readonly name: "scale";
  readonly figures: { readonly [figure: string]: unknown };
}> {
  const folder = mkdtempSync(join(tmpdir(), "saphan-bench-scale-"));
  const cluster = await startCluster({ dir: folder });
  const db = await openDatabase(cluster.url, { max: 4 });
  // Only a superuser can disable triggers. The inserted rows are those that the triggers would produce.
  const admin = await openDatabase(cluster.adminUrlOf("saphan"), { max: 1 });
  const jobs = await openJobs({ url: cluster.url });
  try {
    await migrate(db, { note: async () => {} });
    const portfolio = portfolioOn(db, jobs);
    await prices(db);
    await grow(admin, { from: 1, to: few });
    // The first call compiles the functions, the second is measured. A cold first reading would favour the
    // larger data set.
    await timesOf(portfolio);
    const small = await timesOf(portfolio);
    await grow(admin, { from: few + 1, to: investors });
    const large = await timesOf(portfolio);
    const ratio = {
      overview: round(large.overviewMs / small.overviewMs),
      history: round(large.historyMs / small.historyMs),
    };
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(db);
    return {
      name: "scale",
      figures: {
        investors: { small: few, large: investors },
        orders: { small: few * ordersEach, large: investors * ordersEach },
        databaseMegabytes: Math.round(Number(rows[0]?.bytes ?? 0) / 1_000_000),
        small,
        large,
        ratio,
        targets: { ratio: 1.3, investors: 1_000_000 },
        reached: ratio.overview <= 1.3 && ratio.history <= 1.3,
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

function portfolioOn(db: Db, jobs: Pick<Jobs, "send">): PortfolioRoom {
  const unused = () => {
    throw new Error("not needed to look");
  };
  return tradeRooms(
    {
      db,
      clock: fixedClock("2026-11-24T10:00:00"),
      config: { env: "runtime", brand: "saphan", origin: "", rootDir: join(import.meta.dirname, "..", "..") },
      jobs,
      messages: { send: unused, sentTo: async () => [] },
    },
    // No strategy is recommended to a user who may not invest.
    { investor: async () => ({}), isOnFor: async () => false },
  ).portfolio;
}

/** Adds 250 days of NAVs for every strategy. */
async function prices(db: Db): Promise<void> {
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    select gen_random_uuid(), s.code, d::date, 10 + extract(doy from d) / 100, 'APPROVED', true, now(), now()
    from strategies s, generate_series('2026-03-19'::date, '2026-11-23', '1 day') d`.execute(db);
}

/** Adds investors with ten allotted orders in two strategies, with timeline and resulting balances. */
async function grow(admin: Db, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  const step = 50_000;
  for (let first = from; first <= to; first += step) {
    const last = Math.min(to, first + step - 1);
    await admin.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into people (id, email, email_key, customer_type, language, created_at)
        select ${idOf("p", "i")}, 'i' || i || '@example.test', 'i' || i || '@example.test', 'INDIVIDUAL', 'th', now()
        from generate_series(${sql.lit(first)}, ${sql.lit(last)}) i`.execute(tx);
      await sql`insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, risk_level,
          risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at,
          paid_at, nav, units, value, allotted_on)
        select gen_random_uuid(), 'B' || i || '-' || n, 'subscription', 'ALLOTTED', ${idOf("p", "i")},
          case n % 2 when 0 then 'M-BTCA' else 'M-LCAP' end, 10000, 'qr', 100, 7, 7, true, d.day + time '10:00', d.day, d.day + 1,
          d.day + time '14:00', gen_random_uuid(), 'bench', now(), d.day + time '11:00', 12, 824.4166, 9892.99, d.day + 1
        from generate_series(${sql.lit(first)}, ${sql.lit(last)}) i, generate_series(1, ${sql.lit(ordersEach)}) n,
          lateral (select '2026-03-19'::date + ((i * 7 + n * 23) % 245)::int as day) d`.execute(tx);
      await sql`insert into ledger_accounts (asset, person_id, balance, cost, since)
        select a.asset, ${idOf("p", "i")}, case a.asset when 'THB' then 0 else 4122.083 end,
          case a.asset when 'THB' then 0 else 50000 end, case a.asset when 'THB' then null else '2026-03-19'::date end
        from generate_series(${sql.lit(first)}, ${sql.lit(last)}) i, (values ('THB'), ('M-BTCA'), ('M-LCAP')) a (asset)`.execute(
        tx,
      );
    });
  }
  await sql`vacuum analyze`.execute(admin);
}

/**
 * Returns an SQL expression for the id of a person or record with a number. The id is the same on every call.
 */
function idOf(kind: string, name: string) {
  return sql.raw(`md5('${kind}' || ${name})::uuid`);
}

async function timesOf(room: PortfolioRoom): Promise<Times> {
  const { rows } = await sql<{ id: string }>`
    select id from people where email_key like 'i%@example.test' order by md5(id::text) limit ${looks}`.execute(
    room.db,
  );
  const median = async (look: (id: string) => Promise<unknown>) => {
    for (const { id } of rows.slice(0, 50)) await look(id);
    const times: number[] = [];
    for (const { id } of rows) {
      const begun = performance.now();
      await look(id);
      times.push(performance.now() - begun);
    }
    return round(times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);
  };
  return {
    overviewMs: await median((id) => overviewOf(room, id)),
    historyMs: await median((id) => listTransactions(room, id, { limit: 20 })),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
