import { type AddressInfo, connect, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTarpit, type Tarpit } from "../../support/tarpit.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

// Each outside service accepts the connection and never answers. Users who read or sign up must not be
// affected.
let tarpit: Tarpit;
let house: PortalHouse | null = null;
beforeEach(async () => {
  tarpit = await openTarpit();
});
afterEach(async () => {
  await tarpit.close();
  await house?.close();
  house = null;
});

/**
 * Signs up by the call of the API document. The test makes more of these calls than the pool has connections.
 */
async function signUp(at: PortalHouse, number: number): Promise<number> {
  const versions = ["privacy", "terms", "publicity"].map((purpose) => ({ purpose, version: "2026-01" }));
  const { status } = await stranger(at).call("POST", "/api/auth/signup", {
    email: `tarpit-${number}@example.com`,
    password: "Bridge!42x",
    customerType: "INDIVIDUAL",
    consents: versions,
  });
  return status;
}

/**
 * Counts connections of the portal that are inside a transaction and wait for the portal instead of the
 * database.
 */
async function idleInTransaction({ database }: PortalHouse): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'
      and state_change < clock_timestamp() - interval '250 milliseconds'`.execute(database.db);
  return rows[0]?.count ?? -1;
}

async function expectPortalGoesOn(at: PortalHouse, from: number): Promise<void> {
  const numbers = Array.from({ length: 8 }, (_, number) => from + number);
  expect(await Promise.all(numbers.map((number) => signUp(at, number)))).toEqual(numbers.map(() => 201));
  const reader = await loggedIn(at, "investor");
  const reads = await Promise.all(numbers.map(() => reader.call("GET", "/api/overview")));
  expect(reads.map(({ status }) => status)).toEqual(numbers.map(() => 200));
  expect(await idleInTransaction(at)).toBe(0);
}

describe("an outside service that accepts connections and never answers", () => {
  test("a mail server that never answers delays nothing but mail", async () => {
    house = await openPortalHouse({ SMTP_URL: `smtp://127.0.0.1:${tarpit.port}` });
    await house.server.jobs.start();
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    expect(await Promise.all(numbers.map((number) => signUp(house as PortalHouse, number)))).toEqual(
      numbers.map(() => 201),
    );
    await tarpit.stuck(2);
    await expectPortalGoesOn(house, 100);
  });

  test("an identity vendor that never answers delays nothing but the identity check", async () => {
    house = await openPortalHouse({ SANDBOX_PORT: String(tarpit.port) });
    await house.server.jobs.start();
    const her = await loggedIn(house, "fresh");
    const { id } = (await her.call("POST", "/api/flows/kyc/instances", {})).body;
    await her.submit(id, "prepare", { answer: {} });
    await her.submit(id, "biometrics", { answer: { accepted: true } });
    await her.submit(id, "card-front", { answer: { cardFront: await her.upload("card-front") } });
    const cardBack = await her.upload("card-back");
    expect(await her.submit(id, "card-back", { answer: { cardBack } })).toMatchObject({
      body: { busy: true },
    });
    await tarpit.stuck(1);
    await expectPortalGoesOn(house, 200);
    expect((await her.call("GET", `/api/instances/${id}`)).body).toMatchObject({ busy: true });
  });

  test("the portal keeps the cautious flag set if the flag server never answers", async () => {
    house = await openPortalHouse({
      UNLEASH_URL: `http://127.0.0.1:${tarpit.port}/api`,
      UNLEASH_TOKEN: "q7Vd2LxT9wKfP4sH",
    });
    await tarpit.stuck(1);
    await expectPortalGoesOn(house, 300);
  });

  test("a client that sends one byte at a time delays no other upload", async () => {
    house = await openPortalHouse();
    const { app } = house.server;
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const slow = await Promise.all(Array.from({ length: 4 }, () => uploadOneByte(port)));
    const her = await loggedIn(house, "fresh");
    expect(await her.upload("card-front")).toMatch(/^[0-9a-f-]{36}$/);
    await expectPortalGoesOn(house, 400);
    for (const socket of slow) socket.destroy();
  });
});

async function uploadOneByte(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  const begin =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nx';
  const head = [
    "POST /api/files?purpose=complaint HTTP/1.1",
    "Host: localhost",
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Length: 5000",
    "",
    begin,
  ].join("\r\n");
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  return socket;
}
