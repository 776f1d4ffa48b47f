import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../server/clock/index.ts";
import { checkLedger } from "../../server/ledger/index.ts";
import type { findOrder, listOrders, orderWithTimeline } from "../../server/orders/index.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";

const KIND = "server/orders/kinds/transfer-in";

type Orders = {
  readonly findOrder: typeof findOrder;
  readonly listOrders: typeof listOrders;
  readonly orderWithTimeline: typeof orderWithTimeline;
};

let kitchen: Kitchen;
let database: TestDatabase;
let orders: Orders;
const person = randomUUID();
const order = randomUUID();
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A new order kind");
  database = await testDatabase();
  for (const file of ["migrations/1604-transfer-in.sql", "sql/take_transfer_in.sql"])
    await sql.raw(await readFile(join(kitchen.root, KIND, file), "utf8")).execute(database.db);
  orders = (await import(
    /* @vite-ignore */ pathToFileURL(join(kitchen.root, "server/orders/index.ts")).href
  )) as Orders;
  await sql`insert into people (id, email, email_key, customer_type, language, created_at)
    values (${person}, 'dao', 'dao', 'INDIVIDUAL', 'th', '2026-11-23T03:00:00Z')`.execute(database.db);
  await sql`insert into orders (id, reference, kind, status, person_id, strategy, units_wished, risk_level,
      risk_acknowledged, placed_at, nav_date, allotment_date, idempotency_key, changed_by, changed_at)
    values (${order}, 'T-1', 'transfer-in', 'WAITING', ${person}, 'M-BTCA', 12.5, 7, true, '2026-11-23T03:00:00Z',
      '2026-11-23', '2026-11-24', 'key', 'system:transfer', '2026-11-23T03:00:00Z')`.execute(database.db);
});
afterAll(async () => {
  await database.drop();
  await kitchen.clear();
});

const room = () => ({ db: database.db, clock: fixedClock("2026-11-24T09:00:00") }) as never;

test("the description of an added order kind has the types of the module for orders", async () => {
  expect(await kitchen.typeErrors(`${KIND}/*.ts`, "server/orders/kinds/index.ts")).toEqual([]);
});

test("an order of an added kind changes only between the states that its description declares", async () => {
  await expect(
    sql`update orders set status = 'CANCELLED', changed_at = now() where id = ${order}`.execute(database.db),
  ).rejects.toThrow("cannot go from WAITING to CANCELLED");
});

test("units that are transferred in have their value as cost, and cause no payment", async () => {
  await sql`select take_transfer_in(${order}, 8, '2026-11-24', '2026-11-24T02:00:00Z')`.execute(database.db);
  const held = await database.db.selectFrom("holdings").select(["units", "cost"]).execute();
  expect(held).toEqual([{ units: "12.5000", cost: "100.00" }]);
  const entries = await database.db.selectFrom("ledger_entries").select("asset").execute();
  expect(entries).toEqual([{ asset: "M-BTCA" }]);
  expect((await checkLedger(database.db)).wrongBalances).toEqual([]);
});

test("the investor sees an order of an added kind with a timeline", async () => {
  const page = await orders.listOrders(room(), person, { limit: 5 });
  expect(page.orders).toMatchObject([
    { kind: "transfer-in", step: "success", units: "12.5000", net: null, amount: null },
  ]);
  const row = await orders.findOrder(room(), order);
  if (row === null) throw new Error("the order is not found");
  const { timeline, approvals } = await orders.orderWithTimeline(room(), row);
  expect(timeline.map(({ step }) => step)).toEqual(["received", "approved", "nav", "allotted"]);
  expect(approvals).toBeNull();
});
