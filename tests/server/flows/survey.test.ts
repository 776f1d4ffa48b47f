import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Compiled } from "../../../engine/flow/index.ts";
import { compileInProcess } from "../../../engine/flow/loading.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Subject } from "../../../server/flows/index.ts";
import { KEY_BYTES, sealValue } from "../../../server/flows/instance-key.ts";
import { assess } from "../../../server/sources/assess.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { makeWorld, shopUpTo, type World } from "./world.ts";

let world: World;
beforeEach(async () => {
  world = await makeWorld("runtime");
});
afterEach(() => world.close());

/** Key for all instances, because a survey does not compare keys. */
const ANY_KEY = Buffer.alloc(KEY_BYTES, 7);
const SCHEMA = "schemas/shop/choose.json";
const RULE = "flows/shop/rules/enough.json";
const FLOW = "flows/shop/flow.json";

/** Returns the current version of a flow with some changed files, without publishing it. */
async function versionWith(
  change: (files: Record<string, Json>) => Record<string, Json>,
  flow = "shop",
): Promise<Compiled> {
  const current = await world.definitions.get(world.definitions.current(flow)?.id ?? "");
  const files = structuredClone({ ...current?.files }) as Record<string, Json>;
  const assessed = assess(flow, { ...files, ...change(files) });
  if (assessed.kind === "unsound") throw new Error(JSON.stringify(assessed.findings));
  return compileInProcess(assessed.definition, assessed.hash);
}

/** Sets a lower limit for every amount. */
const atLeast = (limit: string) => (files: Record<string, Json>) => ({
  [RULE]: {
    ...(files[RULE] as JsonObject),
    must: [
      {
        id: "least",
        reason: "warning:enough",
        mend: "answers.choose.amount",
        logic: { ">=": [{ var: "answers.choose.amount" }, limit] },
      },
    ],
    cases: [{ why: "at it", given: { answers: { choose: { amount: limit } } }, expect: true }],
  },
});

/**
 * Opens `count` instances of the shop, each with an answered amount from `amounts` in turn, without
 * submissions.
 */
async function openMany(count: number, amounts: readonly string[]): Promise<void> {
  const version = world.definitions.current("shop")?.hash ?? "";
  const { db, deps } = world;
  await db.transaction().execute(async (tx) => {
    const rows: JsonObject[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = randomUUID();
      const subject: Subject = `person:${randomUUID()}`;
      const value = { item: "tea", amount: amounts[index % amounts.length] ?? "" };
      const sealed = sealValue(ANY_KEY, { kind: "answer", instance: id, step: "choose", revision: 1 }, value);
      const locked = await deps.vault.lockKey(tx, subject, ANY_KEY);
      rows.push({ id, subject, sealed: sealed.toString("hex"), locked: locked.toString("hex") });
    }
    await sql`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, subject text, sealed text, locked text)
      ), opened as (
        insert into flow_instances (id, flow, version, subject, opened_by, language, opened_at, touched_at, locked_key)
        select id, 'shop', ${version}, subject, subject, 'th', '2026-03-01', '2026-03-01', decode(locked, 'hex') from given
        returning id)
      insert into flow_answers (instance, step, revision, sealed, given_at)
      select id, 'choose', 1, decode(sealed, 'hex'), '2026-03-01' from given join opened using (id)`.execute(
      tx,
    );
  });
}

describe("a survey of open instances", () => {
  test("counts thousands of instances in batches by their result, and reports progress", async () => {
    await openMany(3_000, ["150.00", "900.00", "5000.00"]);
    const heard: number[] = [];
    const next = await versionWith(atLeast("500.00"));
    const found = await world.flows.survey(next, {
      onProgress: ({ walked, open }) => {
        expect(open).toBe(3_000);
        heard.push(walked);
      },
    });
    expect(found).toEqual({
      open: 3_000,
      walked: 3_000,
      all: true,
      totals: { stays: 0, goesOn: 2_000, asked: 1_000, stuck: 0 },
      steps: [
        {
          step: "review",
          stays: 0,
          goesOn: 2_000,
          asked: 1_000,
          stuck: 0,
          asks: [{ step: "choose", instances: 1_000, fields: { amount: 1_000 } }],
        },
      ],
    });
    expect(heard).toEqual([...heard].sort((one, other) => one - other));
    expect(heard.length).toBeGreaterThan(10);
    expect(heard.at(-1)).toBe(3_000);
  });

  test("stops on request, and returns the counts reached so far", async () => {
    await openMany(400, ["150.00"]);
    const stop = new AbortController();
    const found = await world.flows.survey(await versionWith(atLeast("500.00")), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(found).toMatchObject({ open: 400, all: false });
    expect(found.walked).toBeGreaterThan(0);
    expect(found.walked).toBeLessThan(400);
    expect(found.totals.asked).toBe(found.walked);
    const none = await world.flows.survey(await versionWith(atLeast("500.00")), {
      signal: AbortSignal.abort(),
    });
    expect(none).toMatchObject({ open: 400, walked: 0, all: false });
    const few = await world.flows.survey(await versionWith(atLeast("500.00")), { most: 7 });
    expect(few).toMatchObject({ walked: 7, all: false });
  });

  test("reports a field that is new for people who had already answered, and changes no instance", async () => {
    const subject = world.person();
    const id = await shopUpTo(world, subject, "review");
    const before = await world.flows.view(id, subject);
    const next = await versionWith((files) => {
      const schema = files[SCHEMA] as JsonObject;
      const properties = { ...(schema.properties as JsonObject), gift: { type: "boolean" } };
      const texts = (path: string) => {
        const named = structuredClone(files[path]) as Record<string, Record<string, Record<string, Json>>>;
        (named.shop?.choose as Record<string, Json>).gift = { label: "Gift" };
        return { [path]: named as Json };
      };
      return {
        [SCHEMA]: { ...schema, properties, required: ["item", "amount", "gift"] },
        ...texts("locales/th/shop.json"),
        ...texts("locales/en/shop.json"),
      };
    });
    const { steps } = await world.flows.survey(next);
    expect(steps).toMatchObject([
      { step: "review", asked: 1, asks: [{ step: "choose", instances: 1, fields: { gift: 1 } }] },
    ]);
    expect(await world.flows.view(id, subject)).toEqual(before);
  });

  test("applies the surveyed version's policy for open instances, and keeps what each instance has fixed", async () => {
    const { flows, person } = world;
    await shopUpTo(world, person(), "money");
    const vendor = await flows.open("vendor", person(), { again: false, language: "th" });
    expect(vendor.at.step).toBe("photo");
    const stays = await flows.survey(await versionWith(() => ({}), "vendor"));
    expect(stays).toMatchObject({ open: 1, totals: { stays: 1 }, steps: [{ step: "photo" }] });
    // A placed order is not evaluated again, even with a very high limit.
    const high = await flows.survey(await versionWith(atLeast("99999.00")));
    expect(high).toMatchObject({ open: 1, totals: { goesOn: 1 }, steps: [{ step: "money" }] });
  });

  test("does not include instances whose owner's key was erased", async () => {
    const { flows, db, person, vault } = world;
    const [gone, stays] = [person(), person()];
    await shopUpTo(world, gone, "review");
    await shopUpTo(world, stays, "review");
    await db.transaction().execute((tx) => vault.erase(tx, gone.slice("person:".length), FIXED_MOMENT));
    expect(await flows.survey(await versionWith(atLeast("1.00")))).toMatchObject({
      open: 1,
      walked: 1,
      all: true,
      totals: { goesOn: 1 },
    });
  });

  test("counts every instance as asked again if the surveyed version restarts open instances", async () => {
    const subject = world.person();
    await shopUpTo(world, subject, "review");
    const found = await world.flows.survey(
      await versionWith((files) => ({
        ...atLeast("500.00")(files),
        [FLOW]: { ...(files[FLOW] as JsonObject), inFlight: "restart" },
      })),
    );
    expect(found.steps).toMatchObject([
      {
        step: "review",
        asked: 1,
        asks: [{ step: "choose", instances: 1, fields: { item: 1, amount: 1 } }],
      },
    ]);
  });

  test("counts an instance as stuck if its walk fails or ends without an outcome", async () => {
    const subject = world.person();
    const id = await shopUpTo(world, subject, "review");
    const closed = await versionWith((files) => {
      const flow = structuredClone(files[FLOW]) as { steps: { choose: { next: Json } } };
      flow.steps.choose.next = [
        { when: { "==": [{ var: "answers.choose.item" }, "tea"] }, to: "later" },
        { to: "review" },
      ];
      return { [FLOW]: flow };
    });
    expect((await world.flows.survey(closed)).totals).toMatchObject({ stuck: 1 });
    await sql`update flow_instances set version = ${"f".repeat(64)} where id = ${id}`.execute(world.db);
    const missing = await world.flows.survey(await versionWith(atLeast("1.00")));
    expect(missing).toMatchObject({ totals: { stuck: 1 }, steps: [{ step: "?" }] });
  });
});
