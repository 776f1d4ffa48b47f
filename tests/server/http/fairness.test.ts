import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

// One client sends many calls and another client sends one. The tests compare the order of completion, and
// use no clock.
let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

/** Counts connections of the portal that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(house.database.db);
  return rows[0]?.count ?? -1;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

describe("two hundred parallel steps of one client on one instance", () => {
  test("wait outside the database, use only one connection, and let other users be served", async () => {
    const crowd = await loggedIn(house, "investor");
    const other = await loggedIn(house, "fresh");
    const { id } = (await crowd.call("POST", "/api/flows/invest/instances", {})).body;
    const otherId = (await other.call("POST", "/api/flows/kyc/instances", {})).body.id;
    const answers: Promise<{ readonly status: number; readonly body: object }>[] = [];
    let done = 0;
    // This lock stands for the one that a slow step of the investor would hold.
    const slow = new pg.Client({ connectionString: house.database.url });
    await slow.connect();
    await slow.query("begin");
    await slow.query("select from flow_instances where id = $1 for update", [id]);
    try {
      for (let count = 0; count < 200; count += 1)
        answers.push(crowd.submit(id, "nowhere", { answer: {} }, randomUUID()).finally(() => (done += 1)));
      while ((await waitingForLocks()) === 0) await pause();
      expect((await other.submit(otherId, "prepare", { answer: {} })).status).toBe(200);
      expect((await stranger(house).call("GET", "/api/strategies")).status).toBe(200);
      expect(await waitingForLocks()).toBe(1);
      // Of the many calls, only those above the limit were refused so far.
      expect(done).toBeLessThan(100);
    } finally {
      await slow.query("rollback");
      await slow.end();
    }
    const statuses = (await Promise.all(answers)).map(({ status, body }) => [status, body] as const);
    expect(statuses.filter(([status]) => status === 409)).toHaveLength(104);
    const refused = statuses.filter(([status]) => status !== 409);
    expect(refused).toHaveLength(96);
    for (const [status, body] of refused) {
      expect(status).toBe(429);
      expect(body).toMatchObject({
        code: "too-many-requests",
        message: { th: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) },
      });
    }
    expect(await waitingForLocks()).toBe(0);
  });
});

describe("many sign-ups and log-ins from one IP address", () => {
  const consents = ["privacy", "terms", "publicity"].map((purpose) => ({ purpose, version: "2026-01" }));
  const signUp = async (remoteAddress: string, name: string): Promise<number> =>
    (
      await house.server.app.inject({
        method: "POST",
        url: "/api/auth/signup",
        remoteAddress,
        payload: {
          email: `${name}@example.com`,
          password: "Bridge!42x",
          customerType: "INDIVIDUAL",
          consents,
        },
      })
    ).statusCode;

  test("many requests from one IP address delay a user at a second address by one request, not by all", async () => {
    const order: string[] = [];
    const crowd = Array.from({ length: 24 }, async (_, number) => {
      expect(await signUp("203.0.113.1", `crowd-${number}`)).toBe(201);
      order.push("crowd");
    });
    const other = signUp("203.0.113.2", "other").then((status) => {
      expect(status).toBe(201);
      order.push("other");
    });
    await Promise.all([...crowd, other]);
    expect(order.indexOf("other")).toBeLessThan(12);
  });
});
