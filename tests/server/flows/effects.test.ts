import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fail, ok } from "../../../engine/values/result.ts";
import type { Subject } from "../../../server/flows/index.ts";
import { runEffect } from "../../../server/flows/run-effect.ts";
import { key, makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Sends a photo, after which the vendor's check waits in the queue. */
async function photo(subject: Subject, text = "clear"): Promise<string> {
  const { flows } = world;
  const { id } = await flows.open("vendor", subject, { again: false, language: "en" });
  const view = await flows.submit({ id, subject, step: "photo", key: key(), body: { answer: { text } } });
  expect(view).toMatchObject({ at: { kind: "effect", step: "check", state: "running" }, busy: true });
  return id;
}

describe("a remote effect", () => {
  test("runs in a job after the submission, and the page shows that it is running", async () => {
    const { flows, person, jobs, vendorKeys } = world;
    const subject = person();
    const calls = vendorKeys.length;
    const id = await photo(subject);
    expect(vendorKeys.length).toBe(calls);
    // Reading the view changes nothing.
    await flows.view(id, subject);
    expect(vendorKeys.length).toBe(calls);
    await expect(
      flows.submit({ id, subject, step: "photo", key: key(), body: { answer: { text: "other" } } }),
    ).rejects.toMatchObject({ code: "effect-running", status: 409 });
    await jobs.drain();
    expect(await flows.view(id, subject)).toMatchObject({ at: { kind: "form", step: "more" }, busy: false });
    expect(vendorKeys.length).toBe(calls + 1);
  });

  test("runs again with the same key after its worker died, and leaves one receipt", async () => {
    const { flows, person, jobs, check, vendorKeys, deps } = world;
    const subject = person();
    const calls = vendorKeys.length;
    // The vendor did the check, and the worker died before it could record the result.
    check.push(new Error("killed"), new Error("killed again"));
    const id = await photo(subject);
    const run = { instance: id, step: "check", attempt: 1 };
    await expect(runEffect(deps, run)).rejects.toThrow("killed");
    await expect(runEffect(deps, run)).rejects.toThrow("killed again");
    // Two workers run the effect at the same time, and the queue delivers the job as well.
    await Promise.all([runEffect(deps, run), runEffect(deps, run)]);
    await jobs.drain();
    expect(new Set(vendorKeys.slice(calls)).size).toBe(1);
    const { instance } = await flows.view(id, subject);
    expect(instance.receipts).toHaveLength(1);
    expect(instance.receipts[0]).toMatchObject({ kind: "effect", attempt: 1, outcome: { kind: "done" } });
  });

  test("counts as unavailable after five runs without an answer, and the flow continues after the last retry", async () => {
    const { flows, person, jobs, check } = world;
    const subject = person();
    check.push(...Array.from({ length: 15 }, () => new Error("socket hang up")));
    const id = await photo(subject);
    for (let round = 0; round < 4; round += 1) await jobs.drain();
    const view = await flows.view(id, subject);
    check.length = 0;
    expect(view.at).toMatchObject({ kind: "end", step: "later", outcome: "provisional" });
    expect(view.instance.receipts.map((receipt) => "attempt" in receipt && receipt.attempt)).toEqual([
      1, 2, 3,
    ]);
  });

  test("an effect is given up, with a log line, if the handler returns a failure code that the signature lacks", async () => {
    const { flows, person, jobs, check, log } = world;
    const subject = person();
    check.push(...Array.from({ length: 15 }, () => fail({ code: "never-heard-of" })));
    const id = await photo(subject);
    for (let round = 0; round < 4; round += 1) await jobs.drain();
    check.length = 0;
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "end", step: "later" });
    expect(log.filter((line) => line.includes("given up")).length).toBeGreaterThanOrEqual(3);
  });

  test("throws if its handler's output does not match the signature", async () => {
    const { flows, person, jobs, check, log } = world;
    const subject = person();
    check.push(...Array.from({ length: 15 }, () => ok({ check: 7, extra: true })));
    const id = await photo(subject);
    for (let round = 0; round < 4; round += 1) await jobs.drain();
    check.length = 0;
    expect((await flows.view(id, subject)).effects).toEqual({});
    expect(log.some((line) => line.includes("given up"))).toBe(true);
  });

  test("runs again if its job was lost", async () => {
    const { flows, person, jobs, db } = world;
    const subject = person();
    const id = await photo(subject);
    await sql`delete from pgboss.job where data->>'instance' = ${id}`.execute(db);
    await sql`update flow_runs set due_at = due_at - interval '10 minutes' where instance = ${id}`.execute(
      db,
    );
    await jobs.runNow("flows.sweep");
    await jobs.drain();
    expect((await flows.view(id, subject)).at).toMatchObject({ kind: "form", step: "more" });
  });

  test("an effect can make the flow ask for a rejected answer again, and runs with the new answer under a new key", async () => {
    const { flows, person, jobs, check, vendorKeys } = world;
    const subject = person();
    const calls = vendorKeys.length;
    check.push(fail({ code: "unclear" }), ok({ check: "second" }));
    const id = await photo(subject, "blurred");
    await jobs.drain();
    const asked = await flows.view(id, subject);
    expect(asked.at).toMatchObject({
      kind: "form",
      step: "photo",
      errors: [{ pointer: "/text", code: "unclear" }],
    });
    await flows.submit({ id, subject, step: "photo", key: key(), body: { answer: { text: "sharp" } } });
    await jobs.drain();
    const view = await flows.view(id, subject);
    expect(view.at).toMatchObject({ kind: "form", step: "more" });
    expect(view.effects).toEqual({ check: { check: "second" } });
    expect(new Set(vendorKeys.slice(calls)).size).toBe(2);
  });

  test("the stored input of a remote effect is erased once the effect is done", async () => {
    const { person, jobs, db } = world;
    const id = await photo(person(), "a face");
    await jobs.drain();
    const run = await db
      .selectFrom("flow_runs")
      .selectAll()
      .where("instance", "=", id)
      .executeTakeFirstOrThrow();
    expect(run).toMatchObject({ state: "done", sealed: null });
  });

  test("cannot succeed twice, because the database rejects a second success", async () => {
    const { person, jobs, db } = world;
    const id = await photo(person());
    await jobs.drain();
    await expect(
      sql`insert into flow_receipts select instance, seq + 10, step, kind, attempt, succeeded, repeatable, at,
            version, flags, sealed, sealed_facts from flow_receipts where instance = ${id}`.execute(db),
    ).rejects.toThrow("flow_receipts_effect_try");
  });
});
