import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import {
  type Cluster,
  type Db,
  migrate,
  migrations,
  openDatabase,
  startCluster,
} from "../../../server/db/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { runCommand } from "../../support/run-command.ts";
import { copyPerson } from "./copy-person.ts";
import { type KillablePortal, startKillablePortal } from "./killable-portal.ts";
import { createOrderPlacer } from "./order-placer.ts";

// Number of orders; the campaign measures figure 16 with more (`npm run campaign -- 16`,
// SAPHAN_BACKUP_ORDERS).
const ORDERS = Number(process.env.SAPHAN_BACKUP_ORDERS ?? 8);
const SOUND = { unbalancedAssets: [], wrongBalances: [], wrongPending: [] };

/** Changes that a release may contain: new columns, one of them with a default and a check, and an index. */
const NEXT = {
  name: "9999-next.sql",
  sql: `alter table orders add column told_at timestamptz, add column channel text not null default 'web';
    alter table orders add constraint orders_channel check (channel in ('web', 'app'));
    create index orders_by_channel on orders (channel, placed_at);
    alter table people add column nickname text;`,
  hash: "next",
};

let folder: string;
let portal: KillablePortal;
const open: { cluster: Cluster; db: Db }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "saphan-backup-"));
  portal = await startKillablePortal({ dataDir: join(folder, "live") });
}, 60_000);
afterAll(async () => {
  await portal.stop();
  for (const { cluster, db } of open) {
    await db.destroy();
    await cluster.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

async function openFolder(name: string): Promise<Db> {
  const cluster = await startCluster({ dir: join(folder, name, "postgres"), durable: false });
  const db = await openDatabase(cluster.url, { max: 3 });
  open.push({ cluster, db });
  return db;
}

async function backup(to: string): Promise<void> {
  const done = await runCommand("server/commands/backup-command.ts", [join(folder, to)], {
    SAPHAN_DATA: join(folder, "live"),
  });
  expect(done).toMatchObject({ code: 0, errors: "" });
}

const ordersIn = async (db: Db) =>
  (await db.selectFrom("orders").select("id").execute()).map(({ id }) => id).sort();

it("no call fails if a backup and a migration run while orders are placed, and the copy's ledger is correct", {
  timeout: 120_000 + ORDERS * 1_000,
}, async () => {
  const db = await openFolder("live");
  const [demo] = demoPeople;
  if (demo?.pin === undefined) throw new Error("the first demo person has no PIN");
  await copyPerson(db, { from: demo.id, email: "copy@example.test" });
  const placers = [demo.email, "copy@example.test"].map((email) =>
    createOrderPlacer(() => portal.address, { email, password: demo.password, pin: demo.pin as string }),
  );
  const acknowledged: string[] = [];
  let stopping = false;
  for (const placer of placers) await placer.logIn();
  const work = Promise.all(
    placers.map(async (placer) => {
      while (!stopping) {
        acknowledged.push((await placer.order()).order);
        await pause(100);
      }
    }),
  );
  work.catch(() => {});
  const atLeast = async (orders: number) =>
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(orders);
  await atLeast(2);
  const done = await migrate(db, { files: [...migrations(), NEXT], note: async () => {} });
  expect(done.migrations).toEqual([NEXT.name]);
  const before = [...acknowledged];
  await backup("hot");
  await atLeast(Math.max(ORDERS, before.length + 2));
  stopping = true;
  await work;
  expect(placers.map((placer) => placer.retries())).toEqual([0, 0]);

  const copy = await openFolder("hot");
  const all = await ordersIn(db);
  const copied = await ordersIn(copy);
  expect(all).toEqual([...acknowledged].sort());
  expect(copied).toEqual(expect.arrayContaining(before));
  expect(all).toEqual(expect.arrayContaining(copied));
  expect(await checkLedger(copy)).toMatchObject(SOUND);

  // After all work has ended, the copy's ledger has the same hash.
  await portal.stop();
  await backup("quiet");
  const { hash, entries } = await checkLedger(await openFolder("live"));
  expect(entries).toBeGreaterThan(0);
  expect(await checkLedger(await openFolder("quiet"))).toMatchObject({ ...SOUND, hash, entries });
});
