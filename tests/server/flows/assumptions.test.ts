import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CHOICE, key, makeWorld, shopUpTo, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(() => {
  world.stock.least = "100.00";
});
afterAll(() => world.close());

const lines = (subject: string) =>
  world.db
    .selectFrom("audit_lines")
    .select(["actor", "subject", "detail"])
    .where("action", "=", "facts.contradict")
    .where("subject", "=", subject)
    .execute();

describe("a fact that violates its provider's assumption", () => {
  test("stops the submission, which leaves nothing but a log line and an audit line", async () => {
    const { flows, person, db, stock } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    stock.least = "0.00";
    await expect(
      flows.submit({ id, subject, step: "choose", key: key(), body: { answer: CHOICE } }),
    ).rejects.toMatchObject({ code: "facts-contradict", status: 503 });
    expect(await db.selectFrom("flow_answers").selectAll().where("instance", "=", id).execute()).toEqual([]);
    expect(await lines(subject)).toEqual([
      {
        actor: "system:assumptions",
        subject,
        detail: { instance: id, fact: "stock", rule: "possible-stock", clauses: ["least"] },
      },
    ]);
    expect(world.log.some((line) => line.includes("possible-stock"))).toBe(true);
  });

  test("blocks the flow until the record is corrected, and leaves the instance unchanged", async () => {
    const { flows, person, orders, stock } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "review");
    const before = await orders();
    const where = (await flows.view(id, subject)).at;
    stock.least = "0.00";
    await expect(flows.view(id, subject)).rejects.toMatchObject({ code: "facts-contradict" });
    expect(await orders()).toBe(before);
    stock.least = "100.00";
    expect((await flows.view(id, subject)).at).toEqual(where);
  });

  test("has no consequences if the provider returns no value", async () => {
    const { flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    await expect(
      flows.submit({
        id,
        subject,
        step: "choose",
        key: key(),
        body: { answer: { ...CHOICE, item: "none" } },
      }),
    ).rejects.not.toMatchObject({ code: "facts-contradict" });
  });
});
