import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { migrate, openDatabase, startCluster } from "../../../server/db/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import { startedPlace } from "../../journeys/portal.ts";
import type { TestDatabase } from "../../support/database.ts";
import { tradeRooms } from "../../support/trade-rooms.ts";
import { createChangeWriter } from "./change-writer.ts";
import { copyPerson } from "./copy-person.ts";
import { type KillablePortal, startKillablePortal } from "./killable-portal.ts";
import { createOrderPlacer, type OrderPlacer } from "./order-placer.ts";
import { createTwoPeople } from "./two-people.ts";

// The campaign kills 200 times, every other time with PostgreSQL (`npm run campaign -- 9`).
const killsDatabase = process.env.SAPHAN_KILL_DATABASE !== undefined;
const kills = Number(process.env.SAPHAN_KILLS ?? 2);
const investors = Number(process.env.SAPHAN_KILL_INVESTORS ?? 3);
// A pause leaves the processor to the starting portals, which take most of the time.
const pauseMs = 120;

/** Database with the data folder on which a portal has started before. */
type Place = TestDatabase & { readonly folder?: string; readonly kill?: () => Promise<void> };

let database: Place;
const portals: KillablePortal[] = [];
beforeAll(async () => {
  database = killsDatabase ? await ownDatabase() : await startedPlace();
}, 60_000);
afterAll(async () => {
  for (const portal of portals) await portal.kill();
  await database.drop();
  if (database.folder !== undefined) rmSync(database.folder, { recursive: true, force: true });
});

/**
 * Opens a database in a separate cluster, which writes to disk before it answers and restarts after it is
 * killed.
 */
async function ownDatabase(): Promise<TestDatabase & { readonly kill: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), "saphan-kills-"));
  const cluster = await startCluster({ dir, durable: true });
  const url = cluster.adminUrlOf("saphan");
  const db = await openDatabase(url, { max: 6 });
  await migrate(db, { note: async () => {} });
  return {
    db,
    url,
    kill: async () => {
      process.kill(cluster.pid, "SIGKILL");
      await expect.poll(() => cluster.isDown(), { timeout: 10_000, interval: 50 }).toBe(true);
      await expect
        .poll(
          () =>
            cluster.revive().then(
              () => true,
              () => false,
            ),
          { timeout: 60_000, interval: 250 },
        )
        .toBe(true);
    },
    drop: async () => {
      await db.destroy().catch(() => {});
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

describe(`a portal killed with kill -9${killsDatabase ? " and its PostgreSQL in turn" : ""}`, () => {
  it(`loses, duplicates or damages no order, draft or published change in ${kills} kills`, {
    timeout: 120_000 + kills * 30_000,
  }, async () => {
    const { db, url, folder } = database;
    const start = async () => {
      const portal = await startKillablePortal(folder === undefined ? url : { url, folder });
      portals.push(portal);
      return portal;
    };
    let serving = await start();
    const placers = await addInvestors(() => serving.address);

    let stopping = false;
    const acknowledged: { readonly instance: string; readonly order: string }[] = [];
    const work = Promise.all(
      placers.map(async (placer) => {
        while (!stopping) {
          acknowledged.push(await placer.order());
          await pause(pauseMs);
        }
      }),
    );
    const writer = createChangeWriter(() => serving.address);
    const writing = (async () => {
      await writer.begin();
      while (!stopping) {
        await writer.save();
        await pause(pauseMs);
      }
    })();
    const publishing = writer.publish();
    // Two people write one flow in turns, at random. A new change starts after some turns, at least one for
    // each kill.
    const two = createTwoPeople(() => serving.address);
    let killed = 0;
    const inTurns = (async () => {
      for (let begun = 0; !stopping; ) {
        if (begun <= killed) {
          await two.begin();
          begun += 1;
        }
        for (let turns = 0; turns < 6 && !stopping; turns += 1) {
          await two.turn(Math.random() < 0.5 ? 0 : 1);
          await pause(pauseMs);
        }
      }
    })();
    // A loop that fails is reported where it is awaited below, and not as an unhandled rejection.
    for (const one of [work, writing, publishing, inTurns]) one.catch(() => {});
    // The next portal starts while this one serves, so two portals share one database as behind a load
    // balancer.
    for (let kill = 0; kill < kills; kill += 1) {
      if (database.kill !== undefined && kill % 2 === 1) {
        await pause(Math.random() * 300);
        await database.kill();
        killed += 1;
        continue;
      }
      const next = await start();
      await pause(Math.random() * 300);
      const dying = serving;
      serving = next;
      await dying.kill();
      killed += 1;
    }
    const atLastKill = acknowledged.length;
    await pause(500);
    stopping = true;
    await Promise.all([work, writing, inTurns]);
    const versions = await publishing;
    const written = await two.written();
    expect(written.map(({ has }) => has)).toEqual(written.map(({ wrote }) => wrote));
    expect(written.flatMap(({ wrote }) => wrote).length).toBeGreaterThan(kills);
    // The sandbox bank pays each order in a job, and the last portal takes over the jobs of killed workers.
    await expect.poll(async () => await unpaid(), { timeout: 60_000, interval: 250 }).toEqual([]);
    await serving.kill();

    // The draft has the text acknowledged last, and a published change is published completely and once.
    const { id, acknowledged: saved, texts } = writer.written();
    const draft = await db.selectFrom("changes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(Object.values(draft.parts.email?.files ?? {})).toEqual([texts[saved - 1]]);
    expect(draft.revision).toBe(saved + 1);
    const current = await sql<{ version: string }>`
      select version from definition_current where version = any (${versions}::uuid[])`.execute(db);
    expect(current.rows).toHaveLength(2);
    const published = await sql`select 1 from audit_lines where action = 'definitions.publish'
      and detail ->> 'version' = any (${versions}::text[])`.execute(db);
    expect(published.rows).toHaveLength(2);

    const orders = await db.selectFrom("orders").select(["id", "person_id", "status"]).execute();
    const stored = orders.map((order) => order.id).sort();
    // Every acknowledged order exists exactly once, and no unacknowledged one exists.
    expect(acknowledged.map((one) => one.order).sort()).toEqual(stored);
    expect(atLastKill).toBeGreaterThan(kills);
    // The load was sufficient: requests were interrupted in the middle.
    expect(placers.reduce((sum, placer) => sum + placer.retries(), 0)).toBeGreaterThan(0);

    // Each order has exactly one receipt, in the instance that acknowledged it, and one line in the timeline
    // and in the audit trail.
    const receipts = await sql<{ instance: string }>`
      select instance from flow_receipts where kind = 'effect' and step = 'place' and succeeded`.execute(db);
    expect(receipts.rows.map(({ instance }) => instance).sort()).toEqual(
      acknowledged.map(({ instance }) => instance).sort(),
    );
    const lines = await sql<{
      subject: string;
    }>`select subject from audit_lines where action = 'orders.place'`.execute(db);
    expect(lines.rows.map((row) => row.subject).sort()).toEqual(stored.map((order) => `order:${order}`));

    // Money was booked once per paid order, the ledger sums to zero, and the allotment finds every paid
    // order.
    const sound = { unbalancedAssets: [], wrongBalances: [], wrongPending: [] };
    expect(await checkLedger(db)).toMatchObject(sound);
    const payments = await sql<{ order_id: string; times: number }>`
      select order_id, count(*) as times from payments where outcome = 'matched' group by order_id having count(*) > 1`.execute(
      db,
    );
    expect(payments.rows).toEqual([]);
    expect(orders.filter((order) => order.status !== "APPROVED")).toEqual([]);
    expect(await allotOnTuesday()).toBe(orders.length);
    expect(await checkLedger(db)).toMatchObject(sound);
  });
});

/** Returns the orders whose money has not arrived yet. */
async function unpaid(): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "SUBMITTED")
    .execute();
  return rows.map(({ id }) => id);
}

/** Logs in the demonstration investor and the copies of that investor. */
async function addInvestors(address: () => string): Promise<readonly OrderPlacer[]> {
  const demo = demoPeople[0];
  if (demo?.pin === undefined) throw new Error("addInvestors: the first demo person has no PIN");
  const placers: OrderPlacer[] = [];
  for (let number = 0; number < investors; number += 1) {
    const email = number === 0 ? demo.email : `copy-${number}@example.test`;
    if (number > 0) await copyPerson(database.db, { from: demo.id, email });
    const placer = createOrderPlacer(address, { email, password: demo.password, pin: demo.pin });
    await placer.logIn();
    placers.push(placer);
  }
  return placers;
}

/**
 * Approves the NAVs of every order's day and runs the allotment of the next morning; returns the number of allotted
 * orders.
 */
async function allotOnTuesday(): Promise<number> {
  const { db } = database;
  const [ann, bob] = demoPeople.filter((person) => person.role === "finance");
  await sql`insert into navs (id, strategy, date, nav, status, entered_by, entered_at)
    select gen_random_uuid(), strategy, nav_date, 10.1234, 'ENTERED', ${ann?.id}::uuid, now()
    from (select distinct strategy, nav_date from orders) as day`.execute(db);
  await sql`update navs set status = 'APPROVED', decided_by = ${bob?.id}::uuid, decided_at = now() where status = 'ENTERED'`.execute(
    db,
  );
  const unused = () => {
    throw new Error("not needed to allot");
  };
  const { settlement } = tradeRooms({
    db,
    clock: fixedClock("2026-11-24T08:30:00"),
    config: { env: "development", brand: "saphan", origin: "http://localhost", rootDir: "." },
    jobs: { send: async () => {} },
    messages: { send: unused, sentTo: unused },
  });
  return (await allot(settlement)).orders;
}
