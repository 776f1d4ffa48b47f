import { basename } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REGISTER_TYPES, widenRegisterTypes } from "../../../server/db/registers.ts";
import { sources } from "../../architecture/sources.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

/** Migrations from before the register of channels, whose checks a later one removes. */
const BEFORE_CHANNELS = new Set(["0400-accounts.sql", "0600-messages.sql", "2281-app-channel.sql"]);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const takes = async (type: string, word: string): Promise<boolean> => {
  const cast = sql`select ${word}::text::${sql.id(type)}`.execute(database.db);
  return await cast.then(
    () => true,
    () => false,
  );
};

test.each(Object.entries(REGISTER_TYPES))(
  "the database type %s accepts exactly the values of its register",
  async (type, words) => {
    for (const word of words) expect([word, await takes(type, word)]).toEqual([word, true]);
    expect(await takes(type, `${words[0]}x`)).toBe(false);
  },
);

test.each(Object.entries(REGISTER_TYPES))(
  "neither a migration nor a database function lists the values of the type %s",
  (_type, words) => {
    const all = words.map((word) => `'${word}'`);
    const lists = sources(["server"], /\.sql$/).filter(
      ({ path, text }) =>
        !BEFORE_CHANNELS.has(basename(path)) &&
        text.split(/;\n/).some((part) => all.every((word) => part.includes(word))),
    );
    expect(lists.map(({ path }) => path)).toEqual([]);
  },
);

test("a database type accepts a value that its register adds, and continues to accept one that it removes", async () => {
  await sql`create domain tested_word as text`.execute(database.db);
  await sql`create table tested (word tested_word)`.execute(database.db);
  await widenRegisterTypes(database.db, { tested_word: ["one", "two"] });
  await sql`insert into tested values ('one')`.execute(database.db);
  await expect(sql`insert into tested values ('three')`.execute(database.db)).rejects.toThrow(/known/);
  await widenRegisterTypes(database.db, { tested_word: ["two", "three"] });
  await sql`insert into tested values ('one'), ('three')`.execute(database.db);
  await expect(sql`insert into tested values ('four')`.execute(database.db)).rejects.toThrow(/known/);
});
