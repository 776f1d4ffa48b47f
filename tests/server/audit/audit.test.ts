import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { record } from "../../../server/audit/index.ts";
import { seal as sealWith, verifyChain as verifyWith } from "../../../server/audit/seal.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import type { Db } from "../../../server/db/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

const keys = { mark: Buffer.alloc(32, 7) };
const seal = (db: Db) => sealWith(db, keys);
const verifyChain = (db: Db, from: Parameters<typeof verifyWith>[2] = {}) => verifyWith(db, keys, from);
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
  test("contains a line if, and only if, the line's transaction commits", async () => {
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

  test("includes the line of a writer that commits late in a later batch, and the chain stays unbroken", async () => {
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
    expect(await verifyChain(db)).toMatchObject({
      kind: "whole",
      position: { batch: 2, lines: 3, unmarked: 0 },
      unsealed: 0,
    });
  });

  test("seals each line once if two processes seal in parallel", async () => {
    const { db } = database;
    for (let count = 0; count < 25; count += 1)
      await db.transaction().execute((tx) => record(tx, clock, line(`thing:${count}`)));
    const sealed = await Promise.all([seal(db), seal(db), seal(db)]);
    expect(sealed.reduce((sum, count) => sum + count)).toBe(25);
    expect(await verifyChain(db)).toMatchObject({ kind: "whole", position: { lines: 28 } });
  });

  test("refuses to change or remove a line or a batch", async () => {
    const { db } = database;
    const fails = /never changed or removed/;
    await expect(sql`update audit_lines set actor = 'person:other'`.execute(db)).rejects.toThrow(fails);
    await expect(sql`update audit_lines set batch = 1 where batch = 2`.execute(db)).rejects.toThrow(fails);
    await expect(sql`delete from audit_lines`.execute(db)).rejects.toThrow(fails);
    await expect(sql`update audit_batches set hash = ''`.execute(db)).rejects.toThrow(fails);
    const emptied = /never emptied/;
    await expect(sql`truncate audit_lines`.execute(db)).rejects.toThrow(emptied);
    await expect(sql`truncate audit_batches cascade`.execute(db)).rejects.toThrow(emptied);
    await expect(sql`truncate audit_batches, audit_lines`.execute(db)).rejects.toThrow(emptied);
  });

  test.each([
    ["a changed line", sql`update audit_lines set to_state = 'C' where subject = 'thing:kept'`, "hash"],
    ["a removed line", sql`delete from audit_lines where subject = 'thing:early'`, "lines"],
    ["a moved line", sql`update audit_lines set batch = 3 where subject = 'thing:late'`, "lines"],
  ])("reveals tampering even with the triggers removed: %s", async (_what, change, reason) => {
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

  /** Changes a line and rebuilds the chain after it, as an attacker with SQL access could. */
  const chainAnew = async (tx: Db, mark: string | null) => {
    await sql`alter table audit_lines disable trigger all`.execute(tx);
    await sql`alter table audit_batches disable trigger all`.execute(tx);
    await sql`update audit_lines set to_state = 'C' where subject = 'thing:kept'`.execute(tx);
    const { rows } = await sql<{
      number: number;
      mark: string;
    }>`select number, mark from audit_batches order by number`.execute(tx);
    await sql`update audit_lines set batch = null`.execute(tx);
    await sql`delete from audit_batches`.execute(tx);
    await sealWith({ transaction: () => ({ execute: (work: (tx: Db) => unknown) => work(tx) }) } as never, {
      mark: Buffer.alloc(32, 8),
    });
    await sql`update audit_batches set mark = ${mark === "old" ? (rows[0]?.mark ?? null) : mark}`.execute(tx);
  };
  const undone = async (work: (tx: Db) => Promise<unknown>) =>
    await database.db
      .transaction()
      .execute(async (tx) => {
        throw await work(tx);
      })
      .catch((found) => found);

  test.each([
    ["of another key", "00"],
    ["taken from the old chain", "old"],
  ])("reveals that a chain was rebuilt without our key, with a mark %s", async (_what, mark) => {
    const found = await undone(async (tx) => {
      await chainAnew(tx, mark);
      return await verifyChain(tx);
    });
    expect(found).toMatchObject({ kind: "broken", batch: 1, reason: "mark" });
  });

  test("a stored head of the chain reveals that the chain was rebuilt without keyed marks", async () => {
    const whole = await verifyChain(database.db);
    if (whole.kind !== "whole") throw new Error("the chain is broken before the test");
    const found = await undone(async (tx) => {
      await chainAnew(tx, null);
      return await verifyChain(tx, { kept: whole.position });
    });
    expect(found).toMatchObject({ kind: "broken", reason: "head" });
  });

  test("the check of the audit trail continues where the last check ended, and detects a removed end", async () => {
    const { db } = database;
    const whole = await verifyChain(db);
    if (whole.kind !== "whole") throw new Error("the chain is broken before the test");
    await db.transaction().execute((tx) => record(tx, clock, line("thing:after")));
    await seal(db);
    const { batch, lines } = whole.position;
    expect(await verifyChain(db, { after: whole.position })).toMatchObject({
      kind: "whole",
      position: { batch: batch + 1, lines: lines + 1 },
    });
    const found = await undone(async (tx) => {
      await sql`alter table audit_lines disable trigger all`.execute(tx);
      await sql`alter table audit_batches disable trigger all`.execute(tx);
      await sql`delete from audit_lines where batch >= ${batch}`.execute(tx);
      await sql`delete from audit_batches where number >= ${batch}`.execute(tx);
      return await verifyChain(tx, { after: whole.position });
    });
    expect(found).toEqual({ kind: "broken", batch, reason: "head" });
  });
});
