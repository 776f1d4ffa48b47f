import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepFiles, withFiles } from "../../../server/definitions/version-files.ts";
import { hashesOf } from "../../../server/sources/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const files = {
  "flows/a/flow.json": { b: 1, a: [1, "2", null], quoted: 'a "word" \\ and {braces}' },
  "locales/th/a.json": { title: "สวัสดี" },
  "schemas/a/same.json": { b: 1, a: [1, "2", null], quoted: 'a "word" \\ and {braces}' },
};
const count = async () => (await database.db.selectFrom("definition_files").select("hash").execute()).length;

test("file contents are stored once, and read back exactly", async () => {
  await keepFiles(database.db, files);
  await Promise.all([keepFiles(database.db, files), keepFiles(database.db, { ...files, more: true })]);
  expect(await count()).toBe(3);
  const [found] = await withFiles(database.db, [{ hashes: hashesOf(files) }]);
  expect(JSON.stringify(found?.files)).toBe(JSON.stringify(files));
});

test("a version is returned without a file whose content is missing or does not match its hash", async () => {
  const [missing, wrong] = ["a".repeat(64), "b".repeat(64)];
  await sql`insert into definition_files (hash, content) values (${wrong}, '{"planted": 1}')`.execute(
    database.db,
  );
  const own = hashesOf(files);
  const [found] = await withFiles(database.db, [{ hashes: { ...own, missing, wrong } }]);
  expect(found?.hashes).toEqual(own);
  expect(Object.keys(found?.files ?? {})).toEqual(Object.keys(files));
});
