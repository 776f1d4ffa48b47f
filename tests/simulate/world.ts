import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { fixedClock } from "../../server/clock/index.ts";
import type { TradeRooms } from "../../server/compose/trade.ts";
import { type Db, openDatabase } from "../../server/db/index.ts";
import { fundJobs } from "../../server/fund/index.ts";
import type { Jobs } from "../../server/jobs/index.ts";
import { createMessages } from "../../server/messages/index.ts";
import { type AbleInvestor, orderBook, ordersJobs } from "../../server/orders/index.ts";
import { paymentsJobs } from "../../server/payments/index.ts";
import { settlementJobs } from "../../server/settlement/index.ts";
import { compileAbleToInvest } from "../server/able-to-invest.ts";
import { ableInvestor } from "../server/fund/fund-house.ts";
import { addPerson } from "../support/add-person.ts";
import { testDatabase } from "../support/database.ts";
import { tradeRooms } from "../support/trade-rooms.ts";
import type { Chance } from "./chance.ts";
import { type Wire, wireTo } from "./wire.ts";

/**
 * The fund on its own database behind a connection that can break. It has a settable clock and a job queue
 * without timers.
 */
export type World = TradeRooms & {
  /** The same database without the proxy, for inspection. */
  readonly outside: Db;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly jobs: SimulatedJobs;
  readonly wire: Wire;
  /** The investor of every order, if the rule `able-to-invest` holds. */
  readonly able: AbleInvestor;
  readonly investors: readonly string[];
  readonly finance: readonly string[];
  readonly compliance: readonly string[];
  /** The bank account of each investor to which payouts go. */
  readonly payoutAccounts: ReadonlyMap<string, string>;
  /** Tells the process that the calendar has changed. */
  readonly hearOfCalendar: () => void;
  readonly close: () => Promise<void>;
};

/**
 * The portal's job queue with random choices instead of time: which job runs next, and whether it runs twice.
 */
export type SimulatedJobs = Jobs & {
  /** Runs one waiting job and returns its name, or `null` if no job waits. */
  readonly next: (chance: Chance) => Promise<string | null>;
};

const ROOT = join(import.meta.dirname, "..", "..");

/** Opens the simulated fund at a given time. */
export async function openWorld(at: string): Promise<World> {
  const { db: outside, url, drop } = await testDatabase();
  await sql`create table simulated_jobs (id bigint generated always as identity primary key, name text not null, data jsonb not null)`.execute(
    outside,
  );
  const wire = await wireTo(url);
  const db = await openDatabase(wire.url, { max: 4 });
  const clock = fixedClock(at);
  const jobs = simulatedJobs(db);
  const config = {
    env: "development",
    brand: "saphan",
    origin: "http://localhost:3106",
    rootDir: ROOT,
    dataDir: "/tmp",
    masterKey: "0".repeat(64),
    smtpUrl: null,
    sms: null,
    mailFrom: "x@example.test",
  } as const;
  const messages = createMessages({
    db,
    jobs,
    clock,
    config,
    listed: async () => null,
    declines: async () => false,
  });
  let hearOfCalendar = () => {};
  const rooms = tradeRooms(
    { db, clock, config: { ...config, env: "runtime" }, jobs, messages },
    {
      isOn: () => true,
      destination: async (_db, _person, account) => ({
        bank: "KBANK",
        number: account.slice(-10),
        holder: "Somchai",
        verified: true,
      }),
      calendarChanges: (changed) => {
        hearOfCalendar = changed;
      },
    },
  );
  fundJobs(rooms.fund, orderBook, jobs);
  ordersJobs(rooms.orders, jobs);
  paymentsJobs(rooms.payments, jobs);
  settlementJobs(rooms.settlement, jobs);
  const add = (role: "finance" | "compliance" | null, count: number) =>
    Promise.all(Array.from({ length: count }, () => addPerson(outside, role)));
  const isAble = compileAbleToInvest(ROOT);
  const investors = await add(null, 3);
  const payoutAccounts = new Map(investors.map((id) => [id, randomUUID()]));
  for (const [person, account] of payoutAccounts)
    await sql`insert into bank_accounts (id, person_id, bank, sealed, last_digits, status, at, approved_at)
      values (${account}, ${person}, '004', '', '3334', 'VERIFIED', '2026-01-05', '2026-01-05')`.execute(
      outside,
    );
  return {
    ...rooms,
    outside,
    clock,
    jobs,
    wire,
    able: async () => ((await isAble(ableInvestor)) ? ableInvestor : null),
    investors,
    payoutAccounts,
    finance: await add("finance", 3),
    compliance: await add("compliance", 1),
    hearOfCalendar: () => hearOfCalendar(),
    close: async () => {
      messages.close();
      await db.destroy().catch(() => {});
      await wire.close();
      await drop();
    },
  };
}

function simulatedJobs(db: Db): SimulatedJobs {
  const handlers = new Map<string, (data: JsonObject) => Promise<unknown>>();
  const scheduled = new Set<string>();
  const runNow = async (name: string, data: JsonObject = {}) => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`simulatedJobs: nobody does ${name}`);
    return await handler(data);
  };
  return {
    send: async (tx, name, data) => {
      await sql`insert into simulated_jobs (name, data) values (${name}, ${JSON.stringify(data)})`.execute(
        tx,
      );
    },
    work: (name, handler) => {
      handlers.set(name, (data) => handler(data as never, { id: "simulated", name }));
    },
    schedule: (name) => {
      scheduled.add(name);
    },
    runNow,
    next: async (chance) => {
      const { rows } = await sql<{ id: number; name: string; data: JsonObject }>`
        select id, name, data from simulated_jobs order by id`.execute(db);
      if (rows.length === 0) return null;
      const job = chance.oneOf(rows);
      try {
        await runNow(job.name, job.data);
      } catch (fault) {
        // The worker that had the job lost its answer and holds the job until a lease expires, so the job
        // waits.
        if (!String(fault).includes("somebody else sends it")) throw fault;
        return `${job.name} (waits)`;
      }
      // If a worker dies after its work, another worker runs the job again.
      if (chance.oneIn(8)) await runNow(job.name, job.data);
      await sql`delete from simulated_jobs where id = ${job.id}`.execute(db);
      return job.name;
    },
    tick: async () => {
      for (const name of scheduled) await runNow(name);
    },
    overdue: async () => [],
    drain: async () => 0,
    names: () => [...handlers.keys()],
    start: async () => {},
    stop: async () => {},
    healthy: async () => true,
  };
}
