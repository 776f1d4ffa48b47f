import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fail } from "../../../engine/values/result.ts";
import type { Subject } from "../../../server/flows/index.ts";
import { key, makeWorld, PIN, shopUpTo, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const visitor = (): Subject => `visitor:${randomBytes(32).toString("hex")}`;

async function begin(subject: Subject, email: string): Promise<string> {
  const { flows } = world;
  const { id } = await flows.open("join", subject, { again: false, language: "th" });
  await flows.submit({ id, subject, step: "who", key: key(), body: { answer: { email } } });
  return id;
}

const secret = (id: string, subject: Subject, password = "correct horse", newKey = key()) => ({
  id,
  subject,
  step: "create",
  key: newKey,
  body: { answer: { password, news: true } },
});

describe("an instance of a visitor", () => {
  test("moves only to the account that the visitor signs up for, in the same transaction", async () => {
    const { flows, db } = world;
    const subject = visitor();
    const id = await begin(subject, "new@example.com");
    const posted = secret(id, subject);
    const view = await flows.submit(posted);
    expect(view.at).toMatchObject({ kind: "end", step: "done", final: true });
    const row = await db
      .selectFrom("flow_instances")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.subject).toMatch(/^person:/);
    expect(row.opened_by).toBe(subject);
    // The visitor's page repeats the submission with the same key, reloads, and shows no typed data.
    const repeated = await flows.submit(posted);
    const seen = await flows.view(id, subject);
    expect(repeated).toEqual(seen);
    expect(seen.instance.answers).toEqual({});
    await expect(flows.submit(secret(id, subject))).rejects.toMatchObject({ code: "step-not-open" });
    await expect(flows.view(id, visitor())).rejects.toMatchObject({ code: "not-your-instance" });
  });

  test("a visitor gets the same answers whether or not the e-mail address is known", async () => {
    const { flows } = world;
    const shape = async (email: string) => {
      const subject = visitor();
      const id = await begin(subject, email);
      const { at, trail, instance, effects } = await flows.submit(secret(id, subject));
      const plain = JSON.stringify({ at, trail, instance, effects })
        .replaceAll(email, "E-MAIL")
        .replaceAll(id, "ID")
        .replace(/"(inputHash|at)":"[^"]+"/g, '"$1":"X"');
      return plain;
    };
    expect(await shape("known@example.com")).toBe(await shape("other@example.com"));
  });

  test("a visitor's instance is erased with its receipts after seven days, unless an account took the instance over", async () => {
    const { flows, clock, jobs, db } = world;
    clock.set("2026-03-02T10:00:00");
    const [left, joined, fresh] = [visitor(), visitor(), visitor()];
    const leftId = await begin(left, "known@example.com");
    await flows.submit(secret(leftId, left));
    const joinedId = await begin(joined, "kept@example.com");
    await flows.submit(secret(joinedId, joined));
    clock.set("2026-03-05T10:00:00");
    const freshId = await begin(fresh, "known@example.com");
    clock.set("2026-03-09T09:59:00");
    await jobs.runNow("flows.erase-unclaimed");
    expect(await there(leftId)).toBe(true);
    clock.set("2026-03-09T10:00:00");
    await jobs.runNow("flows.erase-unclaimed");
    expect([await there(leftId), await there(joinedId), await there(freshId)]).toEqual([false, true, true]);
    const answers = await db
      .selectFrom("flow_answers")
      .select("step")
      .where("instance", "=", leftId)
      .execute();
    expect(answers).toEqual([]);
    clock.set("2026-03-02T10:00:00");
  });

  test("remains while it waits for an event, and is erased after the wait", async () => {
    const { clock, jobs, db } = world;
    clock.set("2026-03-02T10:00:00");
    const id = await begin(visitor(), "waits@example.com");
    const wait = {
      instance: id,
      step: "decision",
      event: "cases.decided",
      match: "{}",
      until: null,
      early: null,
    };
    await db
      .insertInto("flow_waits")
      .values({ ...wait, state: "open" })
      .execute();
    clock.set("2026-03-20T10:00:00");
    await jobs.runNow("flows.erase-unclaimed");
    expect(await there(id)).toBe(true);
    await db.updateTable("flow_waits").set({ state: "done" }).where("instance", "=", id).execute();
    await jobs.runNow("flows.erase-unclaimed");
    expect(await there(id)).toBe(false);
    clock.set("2026-03-02T10:00:00");
  });

  async function there(id: string): Promise<boolean> {
    const row = await world.db
      .selectFrom("flow_instances")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    return row !== undefined;
  }
});

describe("a secret answer", () => {
  test("a secret answer that the effect rejects is requested again, with a message at its field", async () => {
    const { flows, join } = world;
    const subject = visitor();
    const id = await begin(subject, "weak@example.com");
    join.push(fail({ code: "weak", field: "password" }));
    const view = await flows.submit(secret(id, subject, "12345678"));
    expect(view.at).toMatchObject({
      kind: "effect",
      step: "create",
      state: "ask",
      errors: [{ pointer: "/password", code: "weak" }],
    });
    expect((await flows.submit(secret(id, subject))).at).toMatchObject({ kind: "end", step: "done" });
  });

  test("is stored nowhere: in no table, no log and not under the idempotency key", async () => {
    const { flows, join, person, verdicts, db, log } = world;
    const planted = Array.from({ length: 6 }, () => `S3cret-${randomBytes(9).toString("hex")}`);
    const [good = "", refused = "", invalid = "", unknownField = "", wrongCode = "", elsewhere = ""] =
      planted;
    const subject = visitor();
    const id = await begin(subject, "planted@example.com");
    join.push(fail({ code: "weak" }));
    await flows.submit(secret(id, subject, refused));
    await expect(flows.submit(secret(id, subject, invalid.repeat(4)))).rejects.toMatchObject({
      code: "not-valid",
    });
    const extra = secret(id, subject, good);
    await flows.submit({ ...extra, body: { answer: { ...extra.body.answer, password2: unknownField } } });
    const buyer = person();
    const shop = await shopUpTo(world, buyer, "pin");
    verdicts.push({ kind: "wrong", triesLeft: 4 });
    await expect(
      flows.submit({ id: shop, subject: buyer, step: "pin", key: key(), body: { code: wrongCode } }),
    ).rejects.toMatchObject({ code: "code-wrong" });
    await flows.submit({
      id: shop,
      subject: buyer,
      step: "pin",
      key: key(),
      body: { code: PIN, answer: { password: elsewhere } },
    });
    const tables = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables`.execute(
      db,
    );
    const everything: string[] = [...log];
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
      everything.push(...rows.map(({ row }) => row));
    }
    expect(everything.length).toBeGreaterThan(100);
    for (const word of [...planted, PIN])
      expect(everything.filter((text) => text.includes(word))).toEqual([]);
  });
});
