import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalJson } from "../../../engine/values/canonical-json.ts";
import type { Subject } from "../../../server/flows/index.ts";
import { readDecided, readInstance } from "../../../server/flows/instance-store.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { CHOICE, key, makeWorld, PIN, shopUpTo, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Puts an instance back to how it was kept before there were keys of instances. */
async function keepPlain(id: string, postedUnder: string): Promise<void> {
  const { db, deps } = world;
  const stored = await readInstance(deps, db, id);
  if (stored === null) throw new Error("there is no instance");
  const { instance } = stored;
  const decided = await readDecided(db, stored);
  await db.transaction().execute(async (tx) => {
    await sql`alter table flow_receipts disable trigger all`.execute(tx);
    for (const [step, { value }] of Object.entries(instance.answers))
      await sql`update flow_answers set sealed = null, value = ${JSON.stringify(value)}
        where instance = ${id} and step = ${step}`.execute(tx);
    for (const [index, receipt] of instance.receipts.entries())
      await sql`update flow_receipts set sealed = null, sealed_facts = null, body = ${JSON.stringify(receipt)},
          facts = ${JSON.stringify(decided[index]?.facts)}
        where instance = ${id} and seq = ${receipt.seq}`.execute(tx);
    const body = canonicalJson({ step: "choose", answer: CHOICE });
    await sql`update flow_submissions set sealed_answer = null, body_hash = ${createHash("sha256").update(body).digest("hex")}
      where instance = ${id} and key = ${postedUnder}`.execute(tx);
    await sql`update flow_instances set locked_key = null where id = ${id}`.execute(tx);
    await sql`alter table flow_receipts enable trigger all`.execute(tx);
  });
}

test("what was kept plain is sealed at the next start, and everything goes on as if it had always been", async () => {
  const { flows, person, db } = world;
  const subject = person();
  const { id } = await flows.open("shop", subject, { again: false, language: "th" });
  const posted = { id, subject, step: "choose", key: key(), body: { answer: CHOICE } };
  const { at } = await flows.submit(posted);
  if (at.kind !== "review") throw new Error(`at ${at.kind}`);
  const values = { answer: { values: at.values } };
  await flows.submit({ id, subject, step: "review", key: key(), body: values });
  await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
  const before = await flows.view(id, subject);
  await keepPlain(id, posted.key);
  await expect(flows.view(id, subject)).rejects.toThrow("is not sealed");
  expect(await flows.sealEarlier()).toBe(1);
  expect(await flows.sealEarlier()).toBe(0);
  expect(await flows.view(id, subject)).toEqual(before);
  expect(await flows.submit(posted)).toEqual(before);
  const { rows } = await sql<{ plain: number }>`
    select (select count(*) from flow_answers where instance = ${id} and value is not null)
      + (select count(*) from flow_receipts where instance = ${id} and num_nonnulls(body, facts) > 0) as plain`.execute(
    db,
  );
  expect(Number(rows[0]?.plain)).toBe(0);
  await expect(sql`update flow_receipts set sealed = null, body = '{}'`.execute(db)).rejects.toThrow(
    "never changed",
  );
});

test("a waiting effect finds what it was given, though it was kept plain", async () => {
  const { flows, person, db, jobs } = world;
  const subject = person();
  const { id } = await flows.open("vendor", subject, { again: false, language: "th" });
  await flows.submit({ id, subject, step: "photo", key: key(), body: { answer: { text: "a face" } } });
  const { rows } = await sql<{ input_hash: string | null; sealed: Buffer | null }>`
    select input_hash, sealed from flow_runs where instance = ${id}`.execute(db);
  expect(rows).toEqual([{ input_hash: null, sealed: expect.any(Buffer) }]);
  const input = { input: { text: "a face" }, trail: [{ step: "photo", to: "check" }] };
  await sql`update flow_runs set sealed = null, input = ${JSON.stringify(input)}, input_hash = 'h'
    where instance = ${id}`.execute(db);
  await keepPlain(id, "none");
  expect(await flows.sealEarlier()).toBe(1);
  await jobs.drain();
  expect((await flows.view(id, subject)).at).toMatchObject({ kind: "form", step: "more" });
});

test("a value opens only where it was written, and only while its owner has her key", async () => {
  const { flows, person, db, deps } = world;
  const [one, other] = [person(), person()];
  const ids = [await shopUpTo(world, one, "review"), await shopUpTo(world, other, "review")];
  await sql`update flow_answers set sealed = (select sealed from flow_answers where instance = ${ids[0]} and step = 'choose')
    where instance = ${ids[1]} and step = 'choose'`.execute(db);
  await expect(readInstance(deps, db, ids[1] ?? "")).rejects.toThrow();
  expect(await readInstance(deps, db, ids[0] ?? "")).not.toBeNull();
  await db.transaction().execute((tx) => world.vault.erase(tx, one.slice("person:".length), FIXED_MOMENT));
  expect(await readInstance(deps, db, ids[0] ?? "")).toBeNull();
  await expect(flows.view(ids[0] ?? "", one)).rejects.toMatchObject({ code: "not-your-instance" });
});

test("a visitor's key is locked anew for the account that she opens", async () => {
  const { flows, db, deps } = world;
  const visitor: Subject = `visitor:${randomBytes(32).toString("hex")}`;
  const owner = world.person();
  const { id } = await flows.open("join", visitor, { again: false, language: "th" });
  await flows.submit({
    id,
    subject: visitor,
    step: "who",
    key: key(),
    body: { answer: { email: "a@example.com" } },
  });
  const locked = () =>
    db.selectFrom("flow_instances").select("locked_key").where("id", "=", id).executeTakeFirstOrThrow();
  const before = await locked();
  await db.transaction().execute((tx) => flows.claim(tx, visitor, owner));
  expect((await locked()).locked_key).not.toEqual(before.locked_key);
  const stored = await readInstance(deps, db, id);
  expect(stored).toMatchObject({ subject: owner, openedBy: visitor });
  expect(stored?.instance.answers.who?.value).toEqual({ email: "a@example.com" });
  await db.transaction().execute((tx) => world.vault.erase(tx, owner.slice("person:".length), FIXED_MOMENT));
  expect(await readInstance(deps, db, id)).toBeNull();
});
