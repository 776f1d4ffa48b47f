import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  applyRoutines,
  type Db,
  EDITION,
  EDITION_HASH,
  openDatabase,
  type Routine,
  type RoutineChanges,
  routines,
  routinesHash,
} from "../../../server/db/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
let noted: RoutineChanges[];
beforeEach(async () => {
  database = await testDatabase();
  noted = [];
});
afterEach(() => database.drop());

const FILES = routines();
const NOTHING = { created: [], changed: [], dropped: [] };

/** Returns the file of a function that returns a number. */
function answering(
  answer: number,
  given: { readonly name?: string; readonly arguments?: string } = {},
): Routine {
  const { name = "tested_answer", arguments: takes = "" } = given;
  const text = `create or replace function ${name}(${takes}) returns integer language sql as $$ select ${answer} $$;`;
  return {
    kind: "function",
    name,
    sql: text,
    hash: createHash("sha256").update(text).digest("hex"),
    file: name,
  };
}

const apply = (edition: number, files: readonly Routine[], db: Db = database.db): Promise<RoutineChanges> =>
  applyRoutines(db, {
    files,
    edition,
    note: async (_, changes) => {
      noted.push(changes);
    },
  });

const answer = async (db: Db = database.db): Promise<number | undefined> =>
  (await sql<{ n: number }>`select tested_answer() as n`.execute(db)).rows[0]?.n;

const definition = async (name: string): Promise<string | undefined> =>
  (await sql<{ d: string }>`select pg_get_functiondef(${name}::regproc) as d`.execute(database.db)).rows[0]
    ?.d;

test("the number EDITION increases with each release that changes a file of server/*/sql", () => {
  // If the hash differs, raise EDITION in server/db/edition.ts by one, once for each release, and set EDITION_HASH to
  // it.
  expect(EDITION_HASH).toBe(routinesHash());
});

describe("the functions, views and triggers in the database", () => {
  test("equal those in the files, and applying the files again changes nothing", async () => {
    expect(await apply(EDITION, FILES)).toEqual(NOTHING);
    expect(noted).toEqual([]);
  });

  test("are replaced, with a log line, if someone edited them by hand", async () => {
    const before = await definition("house_account");
    await sql`create or replace function house_account(p_house text, p_asset text default 'THB') returns bigint
      language plpgsql stable as $$ begin return 1; end $$`.execute(database.db);
    await sql`alter trigger orders_stay on orders rename to orders_went`.execute(database.db);
    expect(await apply(EDITION, FILES)).toEqual({
      created: ["orders_stay on orders"],
      changed: ["house_account"],
      dropped: [],
    });
    expect(await definition("house_account")).toBe(before);
    expect(noted).toHaveLength(1);
  });

  test("are not used by an index, generated column, check or default", async () => {
    // Replacing such a function would change the meaning of existing rows.
    const { rows } = await sql`
      select d.classid::regclass::text as kind, d.objid, p.proname from pg_depend d
      join pg_proc p on p.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
      where p.pronamespace = 'public'::regnamespace
        and (d.classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass)
          or (d.classid = 'pg_class'::regclass
            and exists (select from pg_class c where c.oid = d.objid and c.relkind in ('i', 'I'))))`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  test("pass PostgreSQL's check of their bodies once all of them exist", async () => {
    for (const { name, sql: text, kind } of FILES)
      if (kind === "function")
        await sql
          .raw(text)
          .execute(database.db)
          .catch((error) => expect([name, error]).toEqual([name, null]));
  });
});

describe("two editions of the database functions", () => {
  test("can be used side by side: the older edition changes nothing that the newer one applied", async () => {
    await apply(EDITION + 1, [...FILES, answering(2)]);
    expect(await apply(EDITION, [...FILES, answering(1)])).toEqual(NOTHING);
    expect(await answer()).toBe(2);
  });

  test("a function without a file is kept during one more release, and then dropped", async () => {
    await apply(EDITION + 1, [...FILES, answering(1)]);
    expect(await apply(EDITION + 2, FILES)).toEqual(NOTHING);
    expect(await answer()).toBe(1);
    expect((await apply(EDITION + 3, FILES)).dropped).toEqual(["tested_answer"]);
    await expect(answer()).rejects.toThrow(/does not exist/);
  });

  test("a trigger without a file is dropped before the function that the trigger calls", async () => {
    await sql`create function tested_stay() returns trigger language plpgsql as $$ begin return new; end $$`.execute(
      database.db,
    );
    await sql`create trigger tested_stay before update on orders for each row execute function tested_stay()`.execute(
      database.db,
    );
    await apply(EDITION, FILES);
    expect((await apply(EDITION + 2, FILES)).dropped).toEqual(["tested_stay on orders", "tested_stay"]);
  });

  test("a function created in the database by hand is kept during one more release, and then dropped", async () => {
    await sql.raw(answering(5).sql).execute(database.db);
    await apply(EDITION, FILES);
    expect((await apply(EDITION + 1, FILES)).dropped).toEqual([]);
    expect((await apply(EDITION + 2, FILES)).dropped).toEqual(["tested_answer"]);
  });

  test("refuse a function whose signature changed, and give instructions", async () => {
    await apply(EDITION + 1, [...FILES, answering(1)]);
    const other: Routine = {
      ...answering(1),
      sql: answering(1).sql.replace("integer", "text").replace("1 ", "'1' "),
    };
    await expect(apply(EDITION + 2, [...FILES, { ...other, hash: "other" }])).rejects.toThrow(
      /tested_answer.*Another signature needs another name/,
    );
  });

  test("a change that fails midway leaves all database functions unchanged", async () => {
    await apply(EDITION + 1, [...FILES, answering(1)]);
    const broken: Routine = {
      ...answering(3, { name: "tested_broken" }),
      sql: "create or replace function tested_broken(",
    };
    await expect(apply(EDITION + 2, [...FILES, answering(2), broken])).rejects.toThrow(/tested_broken/);
    expect(await answer()).toBe(1);
    expect(await apply(EDITION + 1, [...FILES, answering(1)])).toEqual(NOTHING);
  });

  test("are both available while the newer edition is applied: exactly one edition answers each call", async () => {
    await apply(EDITION + 1, [...FILES, answering(1)]);
    const callers = await Promise.all([1, 2, 3].map(() => openDatabase(database.url, { max: 1 })));
    const seen: (number | undefined)[] = [];
    let calling = true;
    const work = callers.map(async (caller) => {
      while (calling) seen.push(await answer(caller));
    });
    const bodies = [1, 2, 3, 4, 5, 6];
    for (const body of bodies) await apply(EDITION + 1 + body, [...FILES, answering(body)]);
    calling = false;
    await Promise.all(work);
    await Promise.all(callers.map((caller) => caller.destroy()));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((body) => body !== undefined && bodies.includes(body))).toBe(true);
    expect(await answer()).toBe(6);
  });

  test("wait to replace a trigger until its table is not in use", async () => {
    const trigger = FILES.find(({ name }) => name === "orders_stay on orders") as Routine;
    const renamed: Routine = {
      ...trigger,
      ...{
        name: "orders_stay_too on orders",
        sql: trigger.sql.replace("orders_stay", "orders_stay_too"),
        hash: "new",
      },
    };
    const other = await openDatabase(database.url, { max: 1 });
    const busy = await other.startTransaction().execute();
    await sql`lock table orders in row exclusive mode`.execute(busy);
    const applied = apply(EDITION + 1, [...FILES, renamed]);
    const waits = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waits.execute(database.db)).rows.length).toBeGreaterThan(0);
    await busy.rollback().execute();
    expect((await applied).created).toEqual(["orders_stay_too on orders"]);
    await other.destroy();
  });
});
