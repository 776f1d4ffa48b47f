import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  claimDatabase,
  type Db,
  migrate,
  migrations,
  openDatabase,
  routines,
} from "../../../server/db/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { isTimeFaked } from "../../support/machine-time.ts";
import { openTarpit } from "../../support/tarpit.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const note = async (): Promise<void> => {};
const NOTHING = { created: [], changed: [], dropped: [] };

async function emptyDatabase(): Promise<TestDatabase> {
  const fresh = await testDatabase();
  await sql`drop schema public cascade; create schema public`.execute(fresh.db);
  return fresh;
}

describe("database migrations", () => {
  test("have different numbers, and all have run in the test database", async () => {
    const names = migrations().map((migration) => migration.name);
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
    expect(await migrate(database.db, { note })).toEqual({ migrations: [], routines: NOTHING });
  });

  test("run once each when two servers start at once", async () => {
    const fresh = await emptyDatabase();
    const ran = await Promise.all([1, 2, 3].map(() => migrate(fresh.db, { note })));
    expect(ran.flatMap((done) => done.migrations)).toEqual(migrations().map((migration) => migration.name));
    expect(ran.flatMap((done) => done.routines.created)).toEqual(routines().map(({ name }) => name));
    await fresh.drop();
  });

  test("are rejected, with the file's name, if their file changed after they ran", async () => {
    const fresh = await testDatabase();
    const name = migrations()[0]?.name ?? "";
    await sql`update migrations set hash = 'other' where name = ${name}`.execute(fresh.db);
    await expect(migrate(fresh.db, { note })).rejects.toThrow(name);
    await fresh.drop();
  });

  test("a database from before the baselines is rejected with instructions, and stays unchanged", async () => {
    const fresh = await emptyDatabase();
    await sql`create table migrations (name text primary key, hash text not null, at timestamptz not null default now())`.execute(
      fresh.db,
    );
    await sql`insert into migrations (name, hash) values ('0002-installation.sql', 'x')`.execute(fresh.db);
    await expect(migrate(fresh.db, { note })).rejects.toThrow(/Remove the data folder/);
    expect(await tablesOf(fresh.db)).toEqual(["migrations"]);
    await fresh.drop();
  });

  test("call none of the functions in the files of server/*/sql", () => {
    const calls = migrations().flatMap(({ name, sql: text }) => {
      const code = text.replace(/--.*/g, "").replace(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, "");
      return routines()
        .filter((routine) => new RegExp(`\\b${routine.name}\\s*\\(`).test(code))
        .map((routine) => `${name}: ${routine.name}`);
    });
    expect(calls).toEqual([]);
  });
});

describe("column values read from the database", () => {
  test("arrive as local dates, decimal text and whole numbers", async () => {
    const { rows } = await sql`select '2026-01-05'::date as date, '10000.10'::numeric(20,2) as money,
      9007199254740991::bigint as whole, '2026-01-05T10:00:00+07'::timestamptz as moment`.execute(
      database.db,
    );
    expect(rows).toEqual([
      {
        date: "2026-01-05",
        money: "10000.10",
        whole: 9007199254740991,
        moment: new Date("2026-01-05T03:00:00Z"),
      },
    ]);
  });

  test("a whole number that is too large for JavaScript is rejected, never rounded", async () => {
    await expect(sql`select 9007199254740993::bigint as whole`.execute(database.db)).rejects.toThrow(
      /does not fit/,
    );
  });
});

describe("a frequent SQL statement", () => {
  test("a frequent SQL statement is planned once, and not again at each call", async () => {
    const db = await openDatabase(database.url, { max: 1 });
    const name = migrations()[0]?.name;
    for (let call = 0; call < 12; call += 1)
      await sql`select hash from migrations where name = ${name}`.execute(db);
    const { rows } = await sql`
      select custom_plans, generic_plans > 0 as kept from pg_prepared_statements
      where statement like 'select hash from migrations%'`.execute(db);
    await db.destroy();
    expect(rows).toEqual([{ custom_plans: 5, kept: true }]);
  });

  // A generic plan knows no parameter values, so "on conflict" would find no partial index and fail.
  test("has a constant, not a parameter, where a partial index needs a constant", () => {
    const rooms = fileURLToPath(new URL("../../../server", import.meta.url));
    const found = readdirSync(rooms, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => {
        const text = readFileSync(join(rooms, path), "utf8");
        const clauses = text.match(/onConflict\([^;]*?\.do(Nothing|UpdateSet)\(/g) ?? [];
        return clauses
          .filter((clause) => /\.where\((?!sql)/.test(clause))
          .map((clause) => `${path}: ${clause}`);
      });
    expect(found).toEqual([]);
  });
});

describe("the owner mode of a database", () => {
  test("prevents runtime from using a database that development has used, and the reverse", async () => {
    const fresh = await testDatabase();
    await claimDatabase(fresh.db, "development");
    await claimDatabase(fresh.db, "development");
    await expect(claimDatabase(fresh.db, "runtime")).rejects.toThrow(/refuses this database/);
    await fresh.drop();
    const other = await testDatabase();
    await claimDatabase(other.db, "runtime");
    await expect(claimDatabase(other.db, "development")).rejects.toThrow(/real people/);
    await other.drop();
  });
});

describe("the function openDatabase", () => {
  afterEach(() => void vi.useRealTimers());

  test("waits for a connection up to a minute during the start, and up to five seconds afterwards", async () => {
    const tarpit = await openTarpit();
    const { promise: starting, resolve: started } = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const db = await openDatabase(`postgres://127.0.0.1:${tarpit.port}/any`, { max: 2, starting });
    const answers: string[] = [];
    const ask = (name: string) =>
      sql`select 1`.execute(db).catch((error: Error) => void answers.push(`${name}: ${error.message}`));
    const first = ask("while it starts");
    await tarpit.stuck(1);
    vi.advanceTimersByTime(6_000);
    started();
    await starting;
    const second = ask("afterwards");
    await tarpit.stuck(2);
    vi.advanceTimersByTime(6_000);
    await second;
    expect(answers).toEqual(["afterwards: Connection terminated due to connection timeout"]);
    vi.advanceTimersByTime(60_000);
    await first;
    expect(answers.length).toBe(2);
    await tarpit.close();
    vi.useRealTimers();
    await db.destroy();
  });
});

describe("a transaction that the database aborts because of a parallel transaction", () => {
  beforeAll(async () => {
    await sql`create table given_up (id integer primary key, times integer not null)`.execute(database.db);
    await sql`insert into given_up values (1, 0), (2, 0)`.execute(database.db);
    await sql`create sequence given_up_tries`.execute(database.db);
    // A sequence counts calls that were rolled back as well.
    await sql`create function given_up(p_until integer, p_code text) returns integer language plpgsql as $$
      begin
        if nextval('given_up_tries') < p_until then raise exception 'given up' using errcode = p_code; end if;
        return currval('given_up_tries');
      end $$`.execute(database.db);
  });
  const add = (id: number) => sql`update given_up set times = times + 1 where id = ${id}`;
  const restart = () => sql`alter sequence given_up_tries restart`.execute(database.db);

  test("a transaction that the database aborts is repeated, so that both of two deadlocked transactions take effect once", async ({
    skip,
  }) => {
    skip(isTimeFaked);
    const rooms = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = (at: number) =>
      database.db.transaction().execute(async (tx) => {
        await add(at + 1).execute(tx);
        rooms[at]?.resolve();
        await Promise.all(rooms.map(({ promise }) => promise));
        await add(2 - at).execute(tx);
      });
    await Promise.all([both(0), both(1)]);
    const { rows } = await sql`select times from given_up order by id`.execute(database.db);
    expect(rows).toEqual([{ times: 2 }, { times: 2 }]);
  });

  test.each(["40P01", "40001"])(
    "a transaction that the database aborts is repeated as a whole: %s",
    async (code) => {
      await restart();
      await database.db.transaction().execute(async (tx) => {
        await add(1).execute(tx);
        await sql`select given_up(3, ${code})`.execute(tx);
      });
      await restart();
      // Outside a transaction a statement is its own transaction.
      const { rows } = await sql`select given_up(3, ${code}) as tries`.execute(database.db);
      expect(rows).toEqual([{ tries: 3 }]);
    },
  );

  test("fails after several repetitions, while transactions with other errors are not repeated", async () => {
    const tries = async (until: number, code: string) => {
      await restart();
      const done = database.db
        .transaction()
        .execute((tx) => sql`select given_up(${until}, ${code})`.execute(tx));
      await expect(done).rejects.toMatchObject({ code });
      const { rows } = await sql<{ tries: number }>`select last_value as tries from given_up_tries`.execute(
        database.db,
      );
      return rows[0]?.tries;
    };
    expect(await tries(100, "40P01")).toBe(6);
    expect(await tries(100, "23514")).toBe(1);
  });
});

async function tablesOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
