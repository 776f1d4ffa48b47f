import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db, Tx } from "../../../server/db/index.ts";
import { later, soon } from "../../../server/db/index.ts";
import { NotShared, type Share } from "../../../server/flows/prepared-transaction.ts";
import { createSharedTransactions } from "../../../server/flows/shared-transaction.ts";
import { holdingNothing } from "../../../server/holding.ts";
import { AppError } from "../../../server/http/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  await sql`create table test_people (name text primary key, tries integer not null default 0)`.execute(db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`truncate test_people`.execute(db);
});

const names = async () =>
  (await sql<{ name: string }>`select name from test_people order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

/** Writes a row, and returns the id of its transaction. */
async function add(tx: Tx, share: Share, name: string): Promise<string> {
  share.writes();
  await later(tx, sql`insert into test_people (name) values (${name})`.compile(tx));
  const [row] = await soon(tx, sql<{ id: string }>`select pg_current_xact_id()::text as id`.compile(tx));
  return row?.id ?? "";
}

/** Works of this number of people arrive at once. The first two start alone, the others wait for them. */
const people = Array.from({ length: 10 }, (_, number) => `person:${number}` as const);
type Work = (tx: Tx, share: Share) => Promise<string>;
async function arrive(workOf: (name: string) => Work) {
  const shared = createSharedTransactions({ db });
  return await Promise.allSettled(people.map((person) => shared(person, workOf(person))));
}

const adding =
  (name: string): Work =>
  (tx, share) =>
    add(tx, share, name);

/** Work of the last person, who shares a transaction with seven others; all others add their row. */
const last = (work: Work) => (name: string) => (name === "person:9" ? work : adding(name));

/** Works that arrived with the failing one: what they return if all must be done again alone. */
const allAlone = people.slice(2).map(() => ({ status: "rejected", reason: expect.any(NotShared) }));

describe("submissions of different people that arrive while others are done", () => {
  test("share one transaction, and each gets its own result", async () => {
    const done = await arrive(adding);
    const ids = done.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
    expect(new Set(ids.slice(0, 2)).size).toBe(2);
    expect(new Set(ids.slice(2)).size).toBe(1);
    expect(await names()).toEqual(people);
  });

  test("go on without one that is refused before it writes", async () => {
    const refused = new AppError("step-not-open");
    const done = await arrive(
      last(async () => {
        throw refused;
      }),
    );
    expect(done.at(-1)).toEqual({ status: "rejected", reason: refused });
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    expect(await names()).toEqual(people.slice(0, -1));
  });

  test("go on without one that needs a transaction of its own", async () => {
    const done = await arrive(
      last(async (_tx, share) => {
        share.needAlone();
        return "";
      }),
    );
    expect(done.at(-1)).toEqual({ status: "rejected", reason: expect.any(NotShared) });
    expect(await names()).toEqual(people.slice(0, -1));
  });

  test.each<readonly [failure: string, work: Work]>([
    [
      "is refused after it wrote",
      async (tx, share) => {
        await add(tx, share, "person:9");
        throw new AppError("step-not-open");
      },
    ],
    [
      "fails in the database",
      async (tx, share) => {
        await add(tx, share, "person:9");
        return await add(tx, share, "person:9");
      },
    ],
    [
      "hides a failure of the database behind a refusal",
      async (tx) => {
        await sql`select 1 / 0`.execute(tx).catch(() => {});
        throw new AppError("step-not-open");
      },
    ],
    [
      "hides a failure of the database",
      async (tx) => {
        // The others have already written, so none of their statements notices.
        for (let round = 0; round < 5; round += 1) await soon(tx, sql`select 1`.compile(tx));
        await sql`select 1 / 0`.execute(tx).catch(() => {});
        return "";
      },
    ],
    [
      "fails for a reason that nobody expects",
      async () => {
        throw new TypeError("a fault");
      },
    ],
  ])("store nothing and are done again alone if one %s", async (_failure, work) => {
    const done = await arrive(last(work));
    expect(done.slice(2)).toEqual(allAlone);
    expect(await names()).toEqual(people.slice(0, 2));
  });

  test("are done again alone if somebody else locks a row that one of them needs", async () => {
    await sql`insert into test_people (name) values ('locked')`.execute(db);
    await db.transaction().execute(async (other) => {
      await sql`update test_people set tries = 1 where name = 'locked'`.execute(other);
      const waiting = last(async (tx, share) => {
        share.writes();
        await sql`update test_people set tries = 2 where name = 'locked'`.execute(tx);
        return "";
      });
      const done = await holdingNothing(() => arrive(waiting));
      expect(done.slice(2)).toEqual(allAlone);
    });
  });
});

test("slow submissions do not stop those of others for long", async () => {
  const shared = createSharedTransactions({ db });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const slow: Work = async () => {
    await end;
    return "slow";
  };
  const stuck = ["person:a", "person:b"].map((person) => shared(person as "person:a", slow));
  await Promise.all(people.map((person) => shared(person, adding(person))));
  expect(await names()).toEqual(people);
  resolve();
  expect(await Promise.all(stuck)).toEqual(["slow", "slow"]);
});

test("submissions of one person are never together, so that each sees what the one before wrote", async () => {
  await sql`insert into test_people (name) values ('one')`.execute(db);
  const shared = createSharedTransactions({ db });
  const read = sql<{ tries: number }>`select tries from test_people where name = 'one' for update`;
  const count: Work = async (tx, share) => {
    share.writes();
    const [row] = await soon(tx, read.compile(tx));
    await later(
      tx,
      sql`update test_people set tries = ${(row?.tries ?? 0) + 1} where name = 'one'`.compile(tx),
    );
    return "";
  };
  await Promise.all([
    ...people.map((person) => shared(person, adding(person))),
    ...Array.from({ length: 8 }, () => shared("person:one", count)),
  ]);
  expect((await read.execute(db)).rows).toEqual([{ tries: 8 }]);
});
