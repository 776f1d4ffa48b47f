import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiledOnce } from "../../../server/db/compiled-once.ts";
import { type Db, openDatabase, soon } from "../../../server/db/index.ts";
import { testDatabase } from "../../support/database.ts";

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await testDatabase();
  db = await openDatabase(url, { max: 1 });
  close = async () => {
    await db.destroy();
    await drop();
  };
});
afterAll(() => close());

test("a statement is built once, and each call has its own values", async () => {
  let built = 0;
  const sum = compiledOnce((on, a: number, b: number | null, list: readonly number[]) => {
    built += 1;
    return sql<{ sum: number }>`select ${a}::int + coalesce(${b}::int, 100) + (${list}::int[])[1]
      + ${7}::int + ${a}::int as sum`.compile(on);
  });
  expect(await soon(db, sum(db, 1, 2, [3]))).toEqual([{ sum: 14 }]);
  expect(await soon(db, sum(db, 10, null, [20]))).toEqual([{ sum: 147 }]);
  expect(built).toBe(1);
});

test("a statement built with the query builder takes values at every place", async () => {
  const names = compiledOnce((on, name: string) =>
    on.selectFrom("people").select("email").where("email", "=", name).where("email", "<>", "x").compile(),
  );
  expect(names(db, "a").parameters).toEqual(["a", "x"]);
  expect(names(db, "b").parameters).toEqual(["b", "x"]);
});

test("a statement that changes a value before it is built is refused", () => {
  const upper = compiledOnce((on, text: string) => sql`select ${`${text}!`}`.compile(on));
  expect(() => upper(db, "a")).toThrow("value 1 is not among the parameters");
});
