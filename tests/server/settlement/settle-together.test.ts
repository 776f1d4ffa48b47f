import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type KillablePortal, startKillablePortal } from "../durability/killable-portal.ts";
import { soundLedger } from "./made-books.ts";

// The campaign settles 100,000 of them, with two portals beside the workers (`npm run campaign -- 12`).
const orders = Number(process.env.SAPHAN_SETTLED_TOGETHER ?? 3_000);
const hasPortals = process.env.SAPHAN_SETTLED_TOGETHER !== undefined;

let database: TestDatabase;
const workers: ChildProcess[] = [];
const portals: KillablePortal[] = [];
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  for (const portal of portals) await portal.kill();
  await database.drop();
});

/** Starts a process that allots due orders, batch after batch, and ends when no due order is left. */
function startWorker(): { readonly process: ChildProcess; readonly ended: Promise<void> } {
  const at = (path: string) => JSON.stringify(import.meta.resolve(`../../../${path}`));
  const script = `import { openDatabase } from ${at("server/db/index.ts")};
    import { fixedClock } from ${at("server/clock/index.ts")};
    import { allot } from ${at("server/settlement/index.ts")};
    import { tradeRooms } from ${at("tests/support/trade-rooms.ts")};
    const db = await openDatabase(process.env.URL, { max: 2 });
    const unused = () => { throw new Error("not needed to allot"); };
    const { settlement } = tradeRooms({ db, clock: fixedClock("2026-11-24T08:30:00"),
      config: { env: "runtime", brand: "saphan", origin: "", rootDir: "" },
      jobs: { send: async () => {} }, messages: { send: unused, sentTo: unused } });
    console.log("works");
    await allot(settlement, settlement.clock.now(), { batchSize: ${Math.max(50, orders / 100)} });
    await db.destroy();`;
  const worker = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    env: { ...process.env, URL: database.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  workers.push(worker);
  return { process: worker, ended: new Promise((resolve) => worker.once("exit", () => resolve())) };
}

const allotted = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where status = 'ALLOTTED'`.execute(database.db);
  return rows[0]?.count ?? 0;
};

test(`no order is lost or settled twice if several processes settle ${orders} orders and one process of each kind is killed`, {
  timeout: 120_000 + orders * 10,
}, async () => {
  database = await testDatabase();
  const { db, url } = database;
  // The orders are due on this morning.
  const morning = "2026-11-24T09:00";
  if (hasPortals)
    portals.push(await startKillablePortal(url, morning), await startKillablePortal(url, morning));
  await sql`insert into people (id, email, email_key, customer_type, language, created_at)
    select gen_random_uuid(), 'together-' || i, 'together-' || i, 'INDIVIDUAL', 'th', now() from generate_series(1, ${sql.lit(Math.ceil(orders / 10))}) i`.execute(
    db,
  );
  await sql`insert into orders (id, reference, kind, status, person_id, strategy, amount, method, fee, vat, fee_bps, vat_bps, risk_level,
      risk_acknowledged, placed_at, nav_date, allotment_date, pay_by, idempotency_key, changed_by, changed_at)
    select gen_random_uuid(), 'T' || row_number() over (), 'subscription', 'SUBMITTED', p.id, s.code, 10000, 'qr', 100, 7, 100, 700, 7,
      true, now(), '2026-11-23', '2026-11-24', timestamptz '2026-11-30T14:00+07:00', gen_random_uuid(), 'together', now()
    from people p, (values ('M-BTCA'), ('M-LCAP')) s (code), generate_series(1, 5) where p.email like 'together-%'`.execute(
    db,
  );
  await sql`insert into ledger_accounts (asset, person_id) select 'THB', id from people where email like 'together-%'`.execute(
    db,
  );
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, value_date, booked_on, booked_at)
    select 'payment', o.id, house_account('bank:clients'), a.id, 'THB', 10000, '2026-11-23', '2026-11-23', now()
    from orders o join ledger_accounts a on a.person_id = o.person_id and a.asset = 'THB'`.execute(db);
  await sql`update orders set status = 'APPROVED', paid_at = now()`.execute(db);
  await sql`insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    select gen_random_uuid(), code, '2026-11-23', 12.3456, 'APPROVED', true, now(), now() from (values ('M-BTCA'), ('M-LCAP')) s (code)
    where not exists (select from navs n where n.strategy = s.code and n.date = '2026-11-23')`.execute(db);

  const first = startWorker();
  const second = startWorker();
  await expect.poll(allotted, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  first.process.kill("SIGKILL");
  await portals[0]?.kill();
  expect(await allotted()).toBeLessThan(orders);
  await second.ended;
  await pause(100);
  // The next worker continues with the orders that the dead worker left.
  await startWorker().ended;

  const { rows } = await sql<{ what: string }>`
    select o.reference as what from orders o where o.status <> 'ALLOTTED'
      or (select count(*) from ledger_entries e where e.subject = o.id and e.kind = 'allotment' and e.asset <> 'THB') <> 1
      or (select count(*) from order_events e where e.order_id = o.id and e.to_status = 'ALLOTTED') <> 1`.execute(
    db,
  );
  expect(rows).toEqual([]);
  expect(await allotted()).toBe(orders);
  expect(await checkLedger(db)).toMatchObject(soundLedger);
});
