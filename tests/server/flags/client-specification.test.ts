import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import type { Context } from "unleash-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FlagSet } from "../../../engine/flags/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { holdSet } from "../../../server/flags/held-set.ts";
import { storedFlags } from "../../../server/flags/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

/** File of Unleash's client specification. */
type Specification = {
  readonly name: string;
  readonly state: FlagSet;
  readonly tests?: readonly Case<boolean>[];
  readonly variantTests?: readonly Case<object>[];
};
type Case<Result> = {
  readonly description: string;
  readonly context: Context;
  readonly toggleName: string;
  readonly expectedResult: Result;
};

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve("@unleash/client-specification/package.json")),
  "specifications",
);
const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
/**
 * Files about incremental answers of the server, which are left out because the portal requests only whole
 * sets.
 */
const DELTA = ["19-delta-api-hydration.json", "20-delta-api-events.json"];
const FILES = (read("index.json") as readonly string[]).filter((file) => !DELTA.includes(file));

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Returns the set as another process reads it from the database. */
async function fromDatabase(set: FlagSet): Promise<FlagSet> {
  await sql`insert into flag_sets (revision, content, source, file_content, reason, at)
    select coalesce(max(revision), 0) + 1, ${JSON.stringify(set)}::json, 'file', '{"features":[]}', 'for a test', now()
    from flag_sets`.execute(database.db);
  const config = { env: "development" as const, rootDir: "." };
  const stored = storedFlags({ db: database.db, clock: fixedClock("2026-03-02"), config, onError: () => {} });
  return (await stored.newer(0))?.set as FlagSet;
}

describe.each(FILES)("Unleash's client specification %s", (file) => {
  test("gives the specified results with a flag set in the database", async () => {
    const { state, tests = [], variantTests = [] } = read(file) as Specification;
    const { client } = holdSet("default", await fromDatabase(state), () => {});
    const on = tests.map(({ description, toggleName, context }) => [
      description,
      client.isEnabled(toggleName, context, false),
    ]);
    expect(on).toEqual(tests.map(({ description, expectedResult }) => [description, expectedResult]));
    const variants = variantTests.map(({ description, toggleName, context }) => {
      const { featureEnabled: _, ...variant } = client.getVariant(toggleName, context);
      return [description, variant];
    });
    expect(variants).toEqual(
      variantTests.map(({ description, expectedResult }) => [description, expectedResult]),
    );
    expect(tests.length + variantTests.length).toBeGreaterThan(0);
    client.destroy();
  });
});
