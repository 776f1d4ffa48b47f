import { randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../engine/values/json.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { createVault } from "../../server/accounts/vault.ts";
import { fixedClock } from "../../server/clock/index.ts";
import { createDefinitions } from "../../server/definitions/index.ts";
import {
  createFlows,
  createRegistry,
  type EffectHandler,
  type Flows,
  type Subject,
} from "../../server/flows/index.ts";
import { openJobs } from "../../server/jobs/index.ts";
import { createPublishing } from "../../server/publishing/index.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { typesOfEffects } from "../support/types-of-effects.ts";
import { CATALOGUES, type Kitchen, openKitchen } from "./recipe.ts";

const CONTACT = { name: "Dao", email: "dao@example.com", phone: "0812345678", topic: "OPEN_ACCOUNT" };
const HANDLER = "server/cases/book-call.ts";

let kitchen: Kitchen;
let database: TestDatabase;
let flows: Flows;
let close: () => Promise<void>;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("An effect");
  database = await testDatabase();
  await sql.raw(await read("server/cases/migrations/2001-call-bookings.sql")).execute(database.db);
  const { bookCall } = (await import(/* @vite-ignore */ pathToFileURL(join(kitchen.root, HANDLER)).href)) as {
    readonly bookCall: EffectHandler;
  };
  const jobs = await openJobs({ url: database.url });
  const clock = fixedClock("2026-11-23T10:00:00");
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const definitions = await createDefinitions({
    db: database.db,
    databaseUrl: database.url,
    clock,
    config: { env: "development", rootDir: kitchen.root, dataDir: kitchen.root },
    log: log as never,
  });
  // The other effects of the module do not belong to this recipe.
  const opensCase: EffectHandler = {
    id: "cases.openByVisitor",
    mode: "local",
    run: async () => ok({ reference: "CON-1", dueDate: "2026-11-24" }),
  };
  flows = createFlows({
    db: database.db,
    clock,
    log,
    jobs,
    definitions,
    registry: createRegistry([bookCall, opensCase], [{ id: "contact", load: async () => null }]),
    challenges: {
      sendOtp: async () => fail({ code: "otp-no-channel" }),
      verifyOtp: async () => ({ kind: "expired" }),
      tryPin: async () => ({ kind: "not-quick" }),
      checkPin: async () => ({ kind: "expired" }),
    },
    vault: createVault(randomBytes(32), clock.wall),
    flagsFor: async () => ({}),
    claimed: async () => {},
  });
  const publishing = await createPublishing({
    db: database.db,
    clock,
    config: { env: "development", rootDir: kitchen.root },
    log: log as never,
    definitions,
    survey: flows.survey,
    mayDecide: async () => true,
  });
  close = async () => {
    await publishing.stop();
    await definitions.stop();
    await jobs.stop();
  };
});
afterAll(async () => {
  await close();
  await database.drop();
  await kitchen.clear();
});

const read = (path: string) => readFile(join(kitchen.root, path), "utf8");

async function bookings(): Promise<readonly JsonObject[]> {
  return (await sql<JsonObject>`select phone, day from call_bookings`.execute(database.db)).rows;
}

async function upToReview(subject: Subject, day: string) {
  const { id } = await flows.open("contact-back", subject, { again: false, language: "en" });
  const view = await flows.submit({
    id,
    subject,
    step: "contact",
    key: randomUUID(),
    body: { answer: { ...CONTACT, day } },
  });
  if (view.at.kind !== "review") throw new Error(`upToReview: at ${view.at.kind}`);
  return { id, subject, step: "review", body: { answer: { values: view.at.values } } };
}

test("the flow has no findings after the documented recipe for an effect is applied", async () => {
  expect(await kitchen.findings("contact-back")).toEqual([]);
});

test("the handler in the documented recipe for an effect fits the types that are generated from the effect's signature", async () => {
  await writeFile(join(kitchen.root, "server/flows/effect-signatures.ts"), typesOfEffects(kitchen.root));
  expect(await kitchen.typeErrors(HANDLER, ...CATALOGUES)).toEqual([]);
});

test("an added effect runs only once, whatever the number of requests is", async () => {
  const before = await bookings();
  const review = await upToReview(`visitor:${randomUUID()}`, "2026-11-24");
  const key = randomUUID();
  const [view] = await Promise.all([1, 2, 3, 4].map(() => flows.submit({ ...review, key })));
  expect(view).toMatchObject({
    at: { kind: "end", step: "done" },
    effects: { book: { booked: "2026-11-24" } },
  });
  const { phone } = (await bookings())[before.length] ?? {};
  expect(await bookings()).toEqual([...before, { phone, day: "2026-11-24" }]);
});

test("an added effect can fail with a code of its own, which is shown at the answer that can correct the error", async () => {
  const before = await bookings();
  const review = await upToReview(`visitor:${randomUUID()}`, "2026-11-23");
  const view = await flows.submit({ ...review, key: randomUUID() });
  expect(view.at).toMatchObject({
    kind: "form",
    step: "contact",
    errors: [{ pointer: "/day", code: "day-past" }],
  });
  expect(await bookings()).toEqual(before);
});
