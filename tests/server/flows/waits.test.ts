import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { Subject } from "../../../server/flows/index.ts";
import { key, makeWorld, PIN, shopUpTo, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const paid = (order: string) => ({ event: "test.paid", match: { order }, data: { amount: "150.00" } });

async function orderOf(id: string, subject: Subject): Promise<string> {
  const { effects } = await world.flows.view(id, subject);
  return String((effects.place as JsonObject).order);
}

const deliver = (order: string) =>
  world.db.transaction().execute((tx) => world.flows.deliver(tx, paid(order)));

describe("a wait", () => {
  test("ends when its matching event arrives, in the transaction of the event", async () => {
    const { flows, person, db } = world;
    const [subject, other] = [person(), person()];
    const id = await shopUpTo(world, subject, "money");
    const untouched = await shopUpTo(world, other, "money");
    const order = await orderOf(id, subject);
    await db
      .transaction()
      .execute(async (tx) => {
        expect(await flows.deliver(tx, paid(order))).toBe(1);
        throw new Error("the payment was undone");
      })
      .catch(() => {});
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "wait" });
    expect(await deliver(order)).toBe(1);
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "end", step: "paid", final: true });
    expect((await flows.view(untouched, other)).at).toMatchObject({ kind: "wait" });
  });

  test("accepts an event once, and never after the wait has ended", async () => {
    const subject = world.person();
    const id = await shopUpTo(world, subject, "money");
    const order = await orderOf(id, subject);
    const taken = await Promise.all([deliver(order), deliver(order), deliver(order)]);
    expect(taken.sort()).toEqual([0, 0, 1]);
    expect(await deliver(order)).toBe(0);
    const { instance } = await world.flows.view(id, subject);
    expect(instance.receipts.filter(({ kind }) => kind === "wait")).toHaveLength(1);
  });

  test("ends according to the business clock, never the system clock", async () => {
    const { flows, person, clock, jobs } = world;
    const subject = person();
    clock.set("2026-03-02T10:00:00");
    const id = await shopUpTo(world, subject, "money");
    const order = await orderOf(id, subject);
    clock.set("2026-03-03T09:59:59");
    await jobs.runNow("flows.waits");
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "wait" });
    clock.set("2026-03-03T10:00:00");
    // The time alone changes nothing, because a job records the end of a wait.
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "wait" });
    await jobs.runNow("flows.waits");
    expect((await flows.view(id, subject)).at).toMatchObject({
      kind: "end",
      step: "expired",
      outcome: "stopped",
    });
    expect(await deliver(order)).toBe(0);
    clock.set("2026-03-02T10:00:00");
  });

  test("ends only once if an event and a timeout come at the same time", async () => {
    const { flows, person, clock, jobs } = world;
    clock.set("2026-03-02T10:00:00");
    for (let round = 0; round < 10; round += 1) {
      const subject = person();
      const id = await shopUpTo(world, subject, "money");
      const order = await orderOf(id, subject);
      clock.set("2026-03-04T10:00:00");
      const [taken] = await Promise.all([deliver(order), jobs.runNow("flows.waits")]);
      const { at, instance } = await flows.view(id, subject);
      expect(at).toMatchObject({ kind: "end", step: taken === 1 ? "paid" : "expired" });
      expect(instance.receipts.filter(({ kind }) => kind === "wait")).toHaveLength(1);
      clock.set("2026-03-02T10:00:00");
    }
  });
});

describe("a request to open an instance", () => {
  test("leads to the same open instance in two simultaneous tabs", async () => {
    const { flows, person } = world;
    const subject = person();
    const open = () => flows.open("shop", subject, { again: false, language: "th" });
    const views = await Promise.all([open(), open(), open(), open()]);
    expect(new Set(views.map(({ id }) => id)).size).toBe(1);
  });

  test("a request with `again` opens a new instance beside a waiting one, and fills in the old answers", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "money");
    const next = await flows.open("shop", subject, { again: true, language: "th" });
    expect(next.id).not.toBe(id);
    expect(next).toMatchObject({
      at: { kind: "form", step: "choose" },
      prefill: { choose: { item: "tea" } },
    });
    expect(next.instance.answers).toEqual({});
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "wait" });
    // While an instance is in progress, `again` returns that instance.
    expect((await flows.open("shop", subject, { again: true, language: "th" })).id).toBe(next.id);
  });

  test.each([
    { how: "with `blank` beside an instance that waits", step: "money", open: { again: true } },
    { how: "with `blank` and `startOver`", step: "review", open: { again: false, startOver: true } },
  ] as const)("uses no earlier answers: $how", async ({ step, open }) => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, step);
    const next = await flows.open("shop", subject, { ...open, blank: true, language: "th" });
    expect(next.id).not.toBe(id);
    expect(next.at).toMatchObject({ kind: "form", step: "choose" });
    expect(next.prefill).toEqual({});
  });

  test("a request with `startOver` opens a new instance at any step, and keeps the older one", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "review");
    const next = await flows.open("shop", subject, { again: false, startOver: true, language: "th" });
    expect(next.id).not.toBe(id);
    expect(next).toMatchObject({
      at: { kind: "form", step: "choose" },
      prefill: { choose: { item: "tea" } },
    });
    expect((await flows.open("shop", subject, { again: false, language: "th" })).id).toBe(next.id);
    expect((await flows.view(id, subject)).at).toMatchObject({ step: "review" });
  });

  test("opens a new instance if the previous one has reached a final end", async () => {
    const { flows, person, verdicts } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "pin");
    verdicts.push({ kind: "exhausted" });
    await flows.submit({ id, subject, step: "pin", key: key(), body: { code: `${PIN}9` } });
    const next = await flows.open("shop", subject, { again: false, language: "th" });
    expect(next.id).not.toBe(id);
  });
});
