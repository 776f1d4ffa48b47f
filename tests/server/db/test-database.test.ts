import { sql } from "kysely";
import { expect, test } from "vitest";
import { leftovers, templateOf, testDatabase } from "../../support/database.ts";

test("a test run removes the databases of killed runs, and keeps the databases that are in use", async () => {
  const template = await templateOf({ digest: "test", fill: async () => "a note" });
  expect(template.note).toBe("a note");
  const { db, url, drop } = await testDatabase();
  const left = await testDatabase();
  await left.db.destroy();
  const inUse = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const names = await leftovers(db);
  expect(names).toContain(new URL(left.url).pathname.slice(1));
  expect(names).not.toContain(inUse.rows[0]?.name);
  expect(names.filter((name) => name.startsWith("template_"))).toEqual([]);
  expect(url).toContain(inUse.rows[0]?.name);
  await left.drop();
  await drop();
});
