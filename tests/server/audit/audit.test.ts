import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { record, seal, verifyChain } from "../../../server/audit/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

const clock = fixedClock("2026-01-05T10:00:00");
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const line = (subject: string) => ({
  actor: "system:test",
  action: "test.change",
  subject,
  from: "A",
  to: "B",
});

describe("the audit trail", () => {
  test("a line is there exactly when its transaction commits", async () => {
    const { db } = database;
    await db.transaction().execute((tx) => record(tx, clock, line("thing:kept")));
    await expect(
      db.transaction().execute(async (tx) => {
        await record(tx, clock, line("thing:lost"));
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    const subjects = await db.selectFrom("audit_lines").select(["subject", "at"]).execute();
    expect(subjects).toEqual([{ subject: "thing:kept", at: new Date("2026-01-05T03:00:00Z") }]);
  });

  test("a writer that commits late joins a later batch, and the chain stays whole", async () => {
    const { db } = database;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const late = db.transaction().execute(async (tx) => {
      await record(tx, clock, line("thing:late"));
      written();
      await held;
    });
    await isWritten;
    await db.transaction().execute((tx) => record(tx, clock, line("thing:early")));
    expect(await seal(db)).toBe(2);
    release();
    await late;
    expect(await verifyChain(db)).toMatchObject({ kind: "whole", unsealed: 1 });
    expect(await seal(db)).toBe(1);
    expect(await verifyChain(db)).toEqual({ kind: "whole", batches: 2, lines: 3, unsealed: 0 });
  });

  test("two sealers at once seal each line once", async () => {
    const { db } = database;
    for (let count = 0; count < 25; count += 1)
      await db.transaction().execute((tx) => record(tx, clock, line(`thing:${count}`)));
    const sealed = await Promise.all([seal(db), seal(db), seal(db)]);
    expect(sealed.reduce((sum, count) => sum + count)).toBe(25);
    expect(await verifyChain(db)).toMatchObject({ kind: "whole", lines: 28 });
  });

  test("a line or a batch can neither be changed nor removed", async () => {
    const { db } = database;
    const fails = /never changed or removed/;
    await expect(sql`update audit_lines set actor = 'person:other'`.execute(db)).rejects.toThrow(fails);
    await expect(sql`update audit_lines set batch = 1 where batch = 2`.execute(db)).rejects.toThrow(fails);
    await expect(sql`delete from audit_lines`.execute(db)).rejects.toThrow(fails);
    await expect(sql`update audit_batches set hash = ''`.execute(db)).rejects.toThrow(fails);
  });

  test.each([
    ["a changed line", sql`update audit_lines set to_state = 'C' where subject = 'thing:kept'`, "hash"],
    ["a removed line", sql`delete from audit_lines where subject = 'thing:early'`, "lines"],
    ["a moved line", sql`update audit_lines set batch = 3 where subject = 'thing:late'`, "lines"],
  ])("%s is found, even where the triggers were taken away", async (_what, change, reason) => {
    const { db } = database;
    const found = await db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table audit_lines disable trigger all`.execute(tx);
        await change.execute(tx);
        throw await verifyChain(tx);
      })
      .catch((check) => check);
    expect(found).toMatchObject({ kind: "broken", reason });
  });
});
