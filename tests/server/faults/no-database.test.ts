import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { type Cluster, migrate, openDatabase, startCluster } from "../../../server/db/index.ts";
import { type CuttableDatabase, cuttableDatabase } from "../cuttable-database.ts";
import { type KillablePortal, startKillablePortal } from "../durability/killable-portal.ts";

let folder: string;
let cluster: Cluster;
let wire: CuttableDatabase;
let portal: KillablePortal;
const jar: { cookie: string; token: string } = { cookie: "", token: "" };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "saphan-no-db-"));
  cluster = await startCluster({ dir: folder, durable: false });
  const db = await openDatabase(cluster.url, { max: 1 });
  await migrate(db, { note: async () => {} });
  await db.destroy();
  // The proxy only counts the connections.
  wire = await cuttableDatabase(cluster.url);
  portal = await startKillablePortal(wire.url);
}, 60_000);
afterAll(async () => {
  await portal?.kill();
  await wire?.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${portal.address}${path}`, {
    method,
    headers: {
      "idempotency-key": randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(jar.cookie === "" ? {} : { cookie: jar.cookie, authorization: `Bearer ${jar.token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text), answer };
}

async function logIn(): Promise<void> {
  const demo = demoPeople[0];
  const { answer, status } = await call("POST", "/api/auth/login", {
    email: demo?.email,
    password: demo?.password,
  });
  expect(status).toBe(200);
  const lines = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  jar.cookie = lines.join("; ");
  jar.token = lines.find((line) => line.startsWith("saphan_token="))?.slice("saphan_token=".length) ?? "";
}

const CALLS = [
  ["GET", "/api/overview"],
  ["GET", "/api/orders"],
  ["GET", "/api/strategies"],
  ["GET", `/api/user/${demoPeople[0]?.id}`],
  ["POST", "/api/flows/invest/instances", {}],
  ["POST", "/api/flows/complaint/instances", {}],
  ["GET", "/api/instances/00000000-0000-4000-8000-000000000000"],
  [
    "POST",
    "/api/instances/00000000-0000-4000-8000-000000000000/steps/amount",
    { answer: { amount: "1.00" } },
  ],
  ["POST", "/api/auth/login", { email: "a@example.com", password: "Bridge#2026" }],
  ["POST", "/api/auth/logout"],
] as const;

describe("a portal whose PostgreSQL is stopped", () => {
  test("reports the failure to each call in both languages, keeps running, and works again once the database returns", {
    timeout: 90_000,
  }, async () => {
    await logIn();
    expect((await call("GET", "/readyz")).status).toBe(200);
    await cluster.stop();

    for (const [method, path, body] of CALLS) {
      const refused = await call(method, path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 503, "database-unavailable"]);
      expect(refused.body.message.th).toMatch(/[ก-๙]/);
      expect(refused.body.message.en).toMatch(/[a-z]/);
    }
    expect(await call("GET", "/readyz")).toMatchObject({ status: 503, body: { ok: false, database: false } });
    // Calls that need no database still work.
    expect((await call("GET", "/healthz")).status).toBe(200);
    expect((await call("GET", "/api/locales/th/public")).status).toBe(200);
    expect((await call("GET", "/api/settings")).status).toBe(200);

    const before = wire.asked();
    await pause(4_000);
    // Page events, the supervision of the queue, and its workers (one per job) each poll at most every two
    // seconds while notifications are down.
    const perSecond = (wire.asked() - before) / 4;
    expect(perSecond).toBeLessThan(18);

    cluster = await startCluster({ dir: folder, durable: false });
    await expect.poll(async () => (await call("GET", "/readyz")).status, { timeout: 20_000 }).toBe(200);
    expect((await call("GET", "/api/overview")).status).toBe(200);
    expect((await call("POST", "/api/flows/invest/instances", {})).status).toBe(200);
    await logIn();
    process.stdout.write(
      `connections asked for while the database was away: ${perSecond.toFixed(1)} a second\n`,
    );
  });
});
