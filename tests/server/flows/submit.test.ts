import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "../../../engine/values/canonical-json.ts";
import type { Json } from "../../../engine/values/json.ts";
import { fail } from "../../../engine/values/result.ts";
import type { LocalFailure } from "../../../server/flows/index.ts";
import { openValue } from "../../../server/flows/instance-key.ts";
import { readInstance } from "../../../server/flows/instance-store.ts";
import { CHOICE, key, makeWorld, PIN, shopUpTo, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

describe("a submission to a flow", () => {
  test("moves the flow from the first answer to the effect, and the view shows each step", async () => {
    const { flows, person, orders } = world;
    const subject = person();
    const before = await orders();
    const first = await flows.open("shop", subject, { again: false, language: "th" });
    expect(first).toMatchObject({
      at: { kind: "form", step: "choose" },
      progress: { group: "choose", index: 1, of: 3 },
    });
    expect(first.module).toMatch(new RegExp(`^/modules/shop\\.${first.hash}-[0-9a-f]{12}\\.js$`));
    const id = await shopUpTo(world, subject, "money");
    expect(id).toBe(first.id);
    const waiting = await flows.view(id, subject);
    expect(waiting.at).toMatchObject({ kind: "wait", step: "money" });
    expect(waiting.instance.receipts.map(({ kind }) => kind)).toEqual(["challenge", "effect"]);
    expect(await orders()).toBe(before + 1);
  });

  test("is rejected with a message at the field in both languages, and nothing is stored", async () => {
    const { flows, person, db } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const refused = flows.submit({
      id,
      subject,
      step: "choose",
      key: key(),
      body: { answer: { item: "tea", amount: "10" } },
    });
    await expect(refused).rejects.toMatchObject({
      code: "not-valid",
      status: 422,
      fields: [{ pointer: "/amount", code: "baht", message: { en: "Write an amount such as 1,000.00" } }],
    });
    expect(await db.selectFrom("flow_answers").selectAll().where("instance", "=", id).execute()).toEqual([]);
  });

  test("is rejected if a second window has changed the answer, and accepted once the page shows that change", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const send = (amount: string, seen?: number) =>
      flows.submit({
        ...{ id, subject, step: "choose", key: key(), body: { answer: { ...CHOICE, amount } } },
        ...(seen === undefined ? {} : { seen }),
      });
    await send("150.00", 0);
    await expect(send("200.00", 0)).rejects.toMatchObject({ code: "changed-elsewhere", status: 409 });
    expect((await flows.view(id, subject)).instance.answers.choose).toMatchObject({
      value: { amount: "150.00" },
      revision: 1,
    });
    // An equal answer is no conflict, and a submission without `seen` is accepted.
    await send("150.00", 0);
    await send("160.00");
    expect((await send("200.00", 3)).instance.answers.choose).toMatchObject({ value: { amount: "200.00" } });
  });

  test("is rejected, with the reason, by a rule that it violates", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const answer = { item: "tea", amount: "99.99" };
    await expect(
      flows.submit({ id, subject, step: "choose", key: key(), body: { answer } }),
    ).rejects.toMatchObject({
      fields: [{ pointer: "/amount", code: "enough.least", message: { th: "ไม่น้อยกว่าขั้นต่ำ" } }],
    });
  });

  test("is stored without anything that a client adds: unknown fields, facts and flags", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const answer = { ...CHOICE, facts: { stock: { least: "0.00" } }, admin: true, __proto__: { x: 1 } };
    const view = await flows.submit({ id, subject, step: "choose", key: key(), body: { answer } });
    expect(view.instance.answers.choose?.value).toEqual(CHOICE);
  });

  test.each(["review", "pin", "place", "money", "paid", "nowhere", "constructor"])(
    "cannot skip to %s",
    async (step) => {
      const { flows, person } = world;
      const subject = person();
      const id = await shopUpTo(world, subject, "choose");
      const body = { answer: { values: {} }, code: PIN };
      await expect(flows.submit({ id, subject, step, key: key(), body })).rejects.toMatchObject({
        code: "step-not-open",
        status: 409,
      });
    },
  );

  test("cannot change an answer that an effect has used", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "money");
    const body = { answer: { item: "rice", amount: "500.00" } };
    await expect(flows.submit({ id, subject, step: "choose", key: key(), body })).rejects.toMatchObject({
      code: "step-not-open",
    });
  });

  test("a submitted review is accepted only if it contains the values that the review shows", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "review");
    const forged = { values: { "answers.choose.item": "tea", "answers.choose.amount": "1.00" } };
    await expect(
      flows.submit({ id, subject, step: "review", key: key(), body: { answer: forged } }),
    ).rejects.toMatchObject({ code: "values-changed", status: 409 });
  });

  test("is answered with not-found if it comes from another person", async () => {
    const { flows, person } = world;
    const id = await shopUpTo(world, person(), "choose");
    const stranger = person();
    await expect(flows.view(id, stranger)).rejects.toMatchObject({ code: "not-your-instance", status: 404 });
    await expect(
      flows.submit({ id, subject: stranger, step: "choose", key: key(), body: { answer: CHOICE } }),
    ).rejects.toMatchObject({ code: "not-your-instance" });
    await expect(flows.view(randomUUID(), stranger)).rejects.toMatchObject({ code: "not-your-instance" });
    await expect(
      flows.open("no-such-flow", stranger, { again: false, language: "th" }),
    ).rejects.toMatchObject({
      code: "flow-unknown",
      status: 404,
    });
    await expect(
      flows.open("shop", `visitor:${"a".repeat(64)}`, { again: false, language: "th" }),
    ).rejects.toMatchObject({ code: "log-in-first" });
  });
});

describe("an idempotency key", () => {
  test("leads to one effect and 50 equal answers for 50 parallel posts", async () => {
    const { flows, person, orders } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    const one = { id, subject, step: "pin", key: key(), body: { code: PIN } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => flows.submit(one)));
    expect(await orders()).toBe(before + 1);
    expect(new Set(answers.map((answer) => canonicalJson(answer as Json))).size).toBe(1);
  });

  test("an idempotency key with a different body in each of 20 parallel posts lets one post succeed", async () => {
    const { flows, person, orders } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await orders()).toBe(before + 1);
  });

  test("is rejected if it comes with a different body, and nothing is written", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const one = { id, subject, step: "choose", key: key() };
    await flows.submit({ ...one, body: { answer: CHOICE } });
    await expect(
      flows.submit({ ...one, body: { answer: { item: "rice", amount: "150.00" } } }),
    ).rejects.toMatchObject({ code: "idempotency-key-reused", status: 409 });
    const view = await flows.view(id, subject);
    expect(view.instance.answers.choose).toEqual({ value: CHOICE, revision: 1 });
  });

  test("an idempotency key is rejected if any member of the body was added or removed", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const reused = { code: "idempotency-key-reused", status: 409 };
    const form = { id, subject, step: "choose", key: key(), body: { answer: CHOICE } };
    await flows.submit(form);
    for (const other of [
      { ...form, seen: 1 },
      { ...form, body: { answer: { ...CHOICE, extra: "x" } } },
      { ...form, body: { ...form.body, code: "1" } },
    ])
      await expect(flows.submit(other)).rejects.toMatchObject(reused);
    await flows.submit(form);
    const other = person();
    const pin = { id: await shopUpTo(world, other, "pin"), subject: other, step: "pin", key: key() };
    await flows.submit({ ...pin, body: { code: PIN } });
    await expect(flows.submit({ ...pin, body: { code: PIN, answer: {} } })).rejects.toMatchObject(reused);
    await expect(flows.submit({ ...pin, body: { code: PIN }, seen: 0 })).rejects.toMatchObject(reused);
    await flows.submit({ ...pin, body: { code: PIN } });
  });

  test("is rejected if it comes with a different code, whether the first code was right or wrong", async () => {
    const { flows, person, orders, verdicts } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    verdicts.push({ kind: "wrong", triesLeft: 4 });
    const wrong = { id, subject, step: "pin", key: key() };
    const right = { ...wrong, key: key() };
    const reused = { code: "idempotency-key-reused", status: 409 };
    await expect(flows.submit({ ...wrong, body: { code: "111111" } })).rejects.toMatchObject({
      code: "code-wrong",
    });
    await expect(flows.submit({ ...wrong, body: { code: PIN } })).rejects.toMatchObject(reused);
    await flows.submit({ ...right, body: { code: PIN } });
    await expect(flows.submit({ ...right, body: { code: "222222" } })).rejects.toMatchObject(reused);
    await expect(flows.submit({ ...right, body: {} })).rejects.toMatchObject(reused);
    expect(await orders()).toBe(before + 1);
  });

  test("gets the same bytes for a day, even after later changes", async () => {
    const { flows, person, clock, jobs } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const one = { id, subject, step: "choose", key: key(), body: { answer: CHOICE } };
    const first = JSON.stringify(await flows.submit(one));
    const at = clock.now();
    clock.set(at.plus({ hours: 1 }).toISO() as string);
    await flows.submit({ ...one, key: key(), body: { answer: { ...CHOICE, amount: "175.00" } } });
    expect(JSON.stringify(await flows.submit(one))).toBe(first);
    clock.set(at.plus({ days: 2 }).toISO() as string);
    await jobs.runNow("flows.forget-answers");
    expect((await flows.submit(one)).instance.answers.choose?.value).toEqual({ ...CHOICE, amount: "175.00" });
    clock.set(at.toISO() as string);
  });

  test("gets the answer to a wrong code again, and the code counts once", async () => {
    const { flows, person, verdicts } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    verdicts.push({ kind: "wrong", triesLeft: 4 }, { kind: "wrong", triesLeft: 3 });
    const wrong = { id, subject, step: "pin", key: key(), body: { code: "999999" } };
    for (let again = 0; again < 3; again += 1)
      await expect(flows.submit(wrong)).rejects.toMatchObject({
        code: "code-wrong",
        params: { triesLeft: 4 },
      });
    await expect(flows.submit({ ...wrong, key: key() })).rejects.toMatchObject({ params: { triesLeft: 3 } });
    verdicts.length = 0;
  });
});

describe("a local effect", () => {
  test("leaves a receipt but no rows if it fails, and the answer that caused the failure is open again", async () => {
    const { flows, person, orders, place } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    place.push(fail({ code: "sold-out" }));
    const view = await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
    expect(await orders()).toBe(before);
    expect(view.at).toMatchObject({
      kind: "form",
      step: "choose",
      errors: [{ pointer: "/item", code: "sold-out" }],
    });
    const rice = { item: "rice", amount: "150.00" };
    const again = await flows.submit({ id, subject, step: "choose", key: key(), body: { answer: rice } });
    // The corrected step is shown again, and the challenge binds the new values.
    expect(again.at).toMatchObject({ kind: "review", changed: true });
    if (again.at.kind !== "review") return;
    const values = { values: again.at.values };
    const asked = await flows.submit({ id, subject, step: "review", key: key(), body: { answer: values } });
    expect(asked.at).toMatchObject({ kind: "challenge", step: "pin" });
    const done = await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
    expect(done.at).toMatchObject({ kind: "wait" });
    expect(await orders()).toBe(before + 1);
  });

  test("keeps its rows in the tables of its `leaves` after a failure, and its receipt does not mention them", async () => {
    const { flows, person, orders, place } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    const leaves: LocalFailure["leaves"] = async (tx) => {
      await sql`insert into test_orders values (${randomUUID()}, 'left behind', 1)`.execute(tx);
    };
    place.push(fail<LocalFailure>({ code: "sold-out", leaves }));
    const view = await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
    // The effect's own row is rolled back, and the row in `leaves` stays.
    expect(await orders()).toBe(before + 1);
    const receipt = view.instance.receipts.find((one) => one.kind === "effect");
    expect(receipt).toMatchObject({ outcome: { kind: "failed", code: "sold-out" } });
    expect(JSON.stringify(receipt)).not.toContain("leaves");
  });

  test("is retried by a job while it is unavailable, a limited number of times", async () => {
    const { flows, person, orders, place, jobs } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    const away = fail({ code: "unavailable" });
    place.push(away, away, away);
    const first = await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
    expect(first).toMatchObject({ at: { kind: "effect", state: "running" }, busy: true });
    await expect(
      flows.submit({ id, subject, step: "choose", key: key(), body: { answer: CHOICE } }),
    ).rejects.toMatchObject({ code: "effect-running" });
    await jobs.drain();
    const end = await flows.view(id, subject);
    expect(end.at).toMatchObject({ kind: "end", step: "later", outcome: "stopped", final: true });
    expect(await orders()).toBe(before);
  });

  test("is retried on time, although the queue is not polled", async () => {
    const { flows, person, place } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    place.push(fail({ code: "unavailable" }));
    await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
    await expect
      .poll(async () => (await flows.view(id, subject)).at, { timeout: 5_000 })
      .toMatchObject({ kind: "wait", step: "money" });
  });

  test("rolls back the whole submission if its handler throws", async () => {
    const { flows, person, orders, place, db } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    const before = await orders();
    place.push(fail({ code: "no-such-code" }));
    await expect(flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } })).rejects.toThrow(
      "which its signature does not know",
    );
    expect(await orders()).toBe(before);
    const receipts = await db.selectFrom("flow_receipts").selectAll().where("instance", "=", id).execute();
    expect(receipts).toEqual([]);
  });
});

describe("a receipt", () => {
  test.each([
    ["changed", sql`update flow_receipts set sealed = '\\x00'`],
    ["removed", sql`delete from flow_receipts`],
    ["truncated", sql`truncate flow_receipts`],
  ])("a receipt in the database cannot be %s", async (_how, statement) => {
    await shopUpTo(world, world.person(), "money");
    await expect(statement.execute(world.db)).rejects.toThrow("never changed or removed");
  });

  test("contains the version, flags and facts that led to it, and has an audit line", async () => {
    const { db, person } = world;
    const id = await shopUpTo(world, person(), "money");
    const stored = await readInstance(world.deps, db, id);
    if (stored === null) throw new Error("no instance");
    const of = stored.instance.receipts.findIndex(({ kind }) => kind === "effect");
    const seq = of + 1;
    const row = await db
      .selectFrom("flow_receipts")
      .select(["version", "flags", "sealed_facts"])
      .where("instance", "=", id)
      .where("seq", "=", seq)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      version: world.definitions.current("shop")?.hash,
      flags: { gift: false },
    });
    expect(openValue(stored.key, { kind: "facts", instance: id, seq }, row.sealed_facts)).toMatchObject({
      'stock{"item":"tea"}': { least: "100.00", open: true },
    });
    const lines = await db
      .selectFrom("audit_lines")
      .selectAll()
      .where("subject", "=", `instance:${id}`)
      .execute();
    expect(lines).toContainEqual(
      expect.objectContaining({ action: "flows.effect", to_state: "done", version: row.version }),
    );
  });
});

describe("a PIN step whose tries are used up", () => {
  test("leaves a receipt, and the flow takes the route that its definition names", async () => {
    const { flows, person, verdicts } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    verdicts.push({ kind: "exhausted" });
    const view = await flows.submit({ id, subject, step: "pin", key: key(), body: { code: "000000" } });
    expect(view.at).toMatchObject({ kind: "end", step: "locked", final: true });
    await expect(
      flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } }),
    ).rejects.toMatchObject({ code: "step-not-open" });
  });
});
