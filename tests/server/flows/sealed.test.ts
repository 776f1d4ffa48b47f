import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Subject } from "../../../server/flows/index.ts";
import { readInstance } from "../../../server/flows/instance-store.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { key, makeWorld, PIN, shopUpTo, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("an effect that waits in a job can read its encrypted input", async () => {
  const { flows, person, jobs } = world;
  const subject = person();
  const { id } = await flows.open("vendor", subject, { again: false, language: "th" });
  await flows.submit({ id, subject, step: "photo", key: key(), body: { answer: { text: "a face" } } });
  await jobs.drain();
  expect((await flows.view(id, subject)).at).toMatchObject({ kind: "form", step: "more" });
});

test("a stored receipt never changes", async () => {
  const { db, flows, person } = world;
  const subject = person();
  const id = await shopUpTo(world, subject, "pin");
  await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
  await expect(sql`update flow_receipts set sealed = 'x' where instance = ${id}`.execute(db)).rejects.toThrow(
    "never changed",
  );
});

test("an encrypted value can be read only at its own place, and only while its owner's key exists", async () => {
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

test("a visitor's encryption key is encrypted again with the key of the visitor's new account", async () => {
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
