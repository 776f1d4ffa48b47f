import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { hashSecret, matchesSecret } from "../../server/accounts/password-hash.ts";
import { type Db, migrate, openDatabase, startCluster } from "../../server/db/index.ts";
import { type KillablePortal, startKillablePortal } from "../server/durability/killable-portal.ts";
import { orderCost } from "./orders-cost.ts";
import { demo, investor, upToPin } from "./orders-investor.ts";
import { sameWrites } from "./orders-same-writes.ts";

const clients = 32;
const orders = Number(process.env.BENCH_ORDERS ?? 320);
/** Number of calls that each client makes to the bare function. */
const calls = 400;

/**
 * Measures figure 3: orders placed per second through HTTP by 32 clients. An order includes session,
 * validation, rules, PIN, and the whole submission in one durable transaction. The comparison is pgbench with
 * 32 clients, which writes the same rows in one function, on the same database in the same run. Without
 * pgbench, a plain pg client is used. Only the last step of the submission is timed, which places the order.
 * A second, stricter ratio compares with a function that writes only the order, its timeline and its audit
 * line.
 */
export async function bench(): Promise<{
  readonly name: "orders";
  readonly figures: { readonly [figure: string]: unknown };
}> {
  const folder = mkdtempSync(join(tmpdir(), "saphan-bench-orders-"));
  const cluster = await startCluster({ dir: folder });
  const db = await openDatabase(cluster.url, { max: 2 });
  try {
    await migrate(db, { note: async () => {} });
    const portal = await startKillablePortal(cluster.url);
    const { http, cost } = await measured(db, portal, cluster.pid).finally(() => portal.kill());
    const example = await db
      .selectFrom("orders")
      .select(["person_id", "nav_date", "allotment_date", "pay_by", "strategy", "fee", "vat"])
      .limit(1)
      .executeTakeFirstOrThrow();
    const call = `select * from place_subscription(gen_random_uuid(), gen_random_uuid()::text, 'SP',
      '${example.person_id}'::uuid, '${example.strategy}', 10000.00, 'transfer', ${example.fee}, ${example.vat}, true,
      8, now(), '${example.nav_date}'::date, '${example.nav_date}'::date, '${example.nav_date}'::date,
      '${example.allotment_date}'::date, '${example.pay_by?.toISOString()}'::timestamptz)`.replaceAll(
      /\s+/g,
      " ",
    );
    const by = async (statement: string) =>
      withPgbench(cluster.url, folder, statement) ?? (await withClient(cluster.url, statement));
    const orderOnly = await wrote(db, () => by(call));
    await sameWrites(db, { call, calls: calls * clients });
    const same = await wrote(db, () => by("select bench_same_writes()"));
    const slowLooks = await slowPinLooksPerSecond();
    const ratio = http / same.perSecond;
    return {
      name: "orders",
      figures: {
        clients,
        orders,
        httpPerSecond: round(http),
        sameWritesPerSecond: round(same.perSecond),
        orderOnlyPerSecond: round(orderOnly.perSecond),
        against: same.by,
        // Upper limit of orders per second if their PIN needed the slow check of payouts.
        slowPinLooksPerSecond: round(slowLooks),
        wholeOrder: cost,
        ratio: Math.round(ratio * 10_000) / 10_000,
        ratioToOrderOnly: Math.round((http / orderOnly.perSecond) * 10_000) / 10_000,
        targets: { ratio: 0.75, firstMilestone: 0.6 },
        reached: ratio >= 0.75,
      },
    };
  } finally {
    await db.destroy();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(db: Db, portal: KillablePortal, postgres: number) {
  const cost = await orderCost(db, { address: portal.address, portal: portal.pid, postgres });
  return { cost, http: await overHttp(db, portal.address) };
}

/**
 * Runs in rounds: 32 investors go up to their PIN, and then all enter the PIN at once. Returns the orders per
 * second of the timed part.
 */
async function overHttp(db: Db, address: string): Promise<number> {
  const people = await Promise.all(
    Array.from({ length: clients }, (_, number) => investor(db, address, number)),
  );
  const rounds = Math.ceil(orders / clients);
  let seconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const ready = await Promise.all(people.map(upToPin));
    const begun = performance.now();
    await Promise.all(
      people.map((post, at) => post(`/api/instances/${ready[at]}/steps/pin`, { code: demo.pin })),
    );
    seconds += (performance.now() - begun) / 1000;
  }
  return (rounds * clients) / seconds;
}

/** Runs calls that each place an order, and checks that the orders were placed. */
async function wrote(db: Db, run: () => Promise<Bare>): Promise<Bare> {
  const placed = async () =>
    (
      await db
        .selectFrom("orders")
        .select((all) => all.fn.countAll<number>().as("placed"))
        .executeTakeFirstOrThrow()
    ).placed;
  const before = await placed();
  const bare = await run();
  const written = (await placed()) - before;
  if (written !== calls * clients) throw new Error(`bench orders: the bare calls wrote ${written} orders`);
  return bare;
}

/** The number of payout PINs that this machine can check in a second with all its processors. */
async function slowPinLooksPerSecond(): Promise<number> {
  const pepper = Buffer.alloc(32, 7);
  const hash = await hashSecret(demo.pin, { pepper });
  const count = 2 * clients;
  const begun = performance.now();
  await Promise.all(Array.from({ length: count }, () => matchesSecret(hash, demo.pin, { pepper })));
  return count / ((performance.now() - begun) / 1000);
}

type Bare = { readonly by: string; readonly perSecond: number };

function withPgbench(url: string, folder: string, call: string): Bare | null {
  if (spawnSync("pgbench", ["--version"]).status !== 0) return null;
  const script = join(folder, "order.sql");
  writeFileSync(script, `${call};\n`);
  const run = spawnSync(
    "pgbench",
    [
      "--no-vacuum",
      "-M",
      "prepared",
      "-c",
      String(clients),
      "-j",
      "2",
      "-t",
      String(calls),
      "-f",
      script,
      url,
    ],
    { encoding: "utf8" },
  );
  const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1]);
  if (run.status !== 0 || !(perSecond > 0)) throw new Error(`pgbench: ${run.stdout}${run.stderr}`);
  return { by: "pgbench", perSecond };
}

async function withClient(url: string, call: string): Promise<Bare> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let n = 0; n < calls; n += 1) await pool.query(call);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  await pool.end();
  return { by: "a bare pg client", perSecond: (calls * clients) / seconds };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
