import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Db, later, openDatabase, soon } from "../../../server/db/index.ts";
import { roundTrips } from "../../../server/db/pipelined.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  await sql`create table test_numbers (number integer primary key)`.execute(db);
});
afterAll(() => database.drop());

const add = (number: number) => sql`insert into test_numbers values (${number})`.compile(db);
const numbers = async () =>
  (await sql<{ number: number }>`select number from test_numbers order by number`.execute(db)).rows.map(
    ({ number }) => number,
  );

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  let trips = 0;
  const count = () => {
    trips += 1;
  };
  roundTrips.subscribe(count);
  await work().finally(() => roundTrips.unsubscribe(count));
  return trips;
}

describe("pipelined SQL statements of a transaction", () => {
  test("need no round trip if their results are not awaited, and one round trip if they are sent together", async () => {
    const trips = await tripsOf(() =>
      db.transaction().execute(async (tx) => {
        await later(tx, add(1));
        await later(tx, add(2));
        const seen = await Promise.all([
          soon(tx, sql<{ sum: number }>`select sum(number)::int as sum from test_numbers`.compile(tx)),
          soon(tx, sql<{ two: number }>`select 2 as two`.compile(tx)),
        ]);
        expect(seen).toEqual([[{ sum: 3 }], [{ two: 2 }]]);
      }),
    );
    expect(trips).toBe(2);
    expect(await numbers()).toEqual([1, 2]);
  });

  test("roll the transaction back with the statement's error if a statement that is not awaited fails", async () => {
    const doubled = { code: "23505" };
    await expect(
      db.transaction().execute(async (tx) => {
        await later(tx, add(3));
        await later(tx, add(1));
      }),
    ).rejects.toMatchObject(doubled);
    await expect(
      db.transaction().execute(async (tx) => {
        await later(tx, add(1));
        await sql`select 1`.execute(tx);
      }),
    ).rejects.toMatchObject(doubled);
    await expect(
      db.transaction().execute(async (tx) => {
        await later(tx, add(1));
        await soon(tx, sql`select 1`.compile(tx));
      }),
    ).rejects.toMatchObject(doubled);
    expect(await numbers()).toEqual([1, 2]);
  });

  test("statements that fail after a savepoint are rolled back to that savepoint, and the earlier statements remain", async () => {
    await db.transaction().execute(async (tx) => {
      await later(tx, add(4));
      await later(tx, sql`savepoint here`.compile(tx));
      await later(tx, add(1));
      await sql`rollback to savepoint here`.execute(tx);
      await later(tx, add(5));
    });
    expect(await numbers()).toEqual([1, 2, 4, 5]);
  });
});

test("a statement is parsed once on a connection, and again after its table's columns change", async () => {
  const one = await openDatabase(database.url, { max: 1 });
  const read = () => sql`select number from test_numbers where number > ${0} order by number`.execute(one);
  const whole = () => sql`select * from test_numbers where number > ${0} order by number`.execute(one);
  const joined = () =>
    sql`(select * from test_numbers where number > ${0}) union (select * from test_numbers) order by number`.execute(
      one,
    );
  // The columns of the result are named, although whole rows are read within.
  const within = () =>
    sql`with found as (select * from test_numbers where (number > ${0})) select number from found order by number`.execute(
      one,
    );
  for (let time = 0; time < 5; time += 1) await Promise.all([read(), whole(), joined(), within()]);
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like '%from test_numbers%' order by statement`.execute(
    one,
  );
  expect(rows.map(({ statement }) => statement.slice(0, 13))).toEqual(["select number", "with found as"]);
  await sql`alter table test_numbers add column name text`.execute(db);
  // Statements for whole rows are never prepared, so that a new column breaks no statement.
  expect((await whole()).rows[0]).toEqual({ number: 1, name: null });
  expect((await joined()).rows[0]).toEqual({ number: 1, name: null });
  expect((await within()).rows[0]).toEqual({ number: 1 });
  await sql`alter table test_numbers alter column number type numeric`.execute(db);
  await read().catch(() => {});
  expect((await read()).rows[0]).toEqual({ number: "1" });
  await one.destroy();
});
