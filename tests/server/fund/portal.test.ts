import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { createServer, type Server } from "../../../server/app.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { demoFactor } from "../accounts/app-code.ts";
import { createOrderPlacer } from "../durability/order-placer.ts";

let database: TestDatabase;
let server: Server;
let address: string;
const clock = fixedClock("2026-11-23T10:00:00");

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({
    PORT: "0",
    SANDBOX_PORT: "0",
    SAPHAN_DATA: `${tmpdir()}/saphan-fund-portal-${process.pid}`,
    SAPHAN_KEY: "5a".repeat(32),
    LOG_LEVEL: "silent",
  });
  server = await createServer(config, database.url, { clock });
  address = await server.listen();
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Logs a person in and returns a function that makes calls as that person. */
async function callsAs(person: { readonly email: string; readonly password: string }) {
  const login = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: person.email,
      password: person.password,
      ...demoFactor(person.email),
    }),
  });
  const cookies = login.headers.getSetCookie().map((line) => line.split(";")[0] as string);
  const token = cookies.find((line) => line.startsWith("saphan_token="))?.split("=")[1];
  return async (path: string, body?: object) => {
    const answer = await fetch(`${address}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        cookie: cookies.join("; "),
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await pause(50);
  }
  throw new Error(`until: ${what} did not come`);
}

describe("the whole path of an order", () => {
  it("leads from the flow, through the bank and two people of finance, to units in the overview", async () => {
    const [investor, ...others] = demoPeople;
    const [ann, bob] = others.filter((person) => person.role === "finance");
    if (investor?.pin === undefined || ann === undefined || bob === undefined)
      throw new Error("demo people are missing");
    const placer = createOrderPlacer(() => address, { ...investor, pin: investor.pin });
    await placer.logIn();
    const { instance, order } = await placer.order();
    const asInvestor = await callsAs(investor);
    await until(
      "the money",
      async () => (await asInvestor(`/api/orders/${order}`)).body.status === "APPROVED",
    );
    expect((await asInvestor(`/api/instances/${instance}`)).body.at).toMatchObject({
      kind: "end",
      reason: "order-paid",
    });

    clock.set("2026-11-23T18:00:00");
    const asAnn = await callsAs(ann);
    const asBob = await callsAs(bob);
    const before = (await asAnn("/api/nav")).body.strategies.find(
      (one: { code: string }) => one.code === "M-STABLE",
    ).before;
    const entered = await asAnn("/api/nav", { strategy: "M-STABLE", date: "2026-11-23", nav: before.nav });
    expect(entered.status).toBe(201);
    expect((await asAnn(`/api/nav/${entered.body.id}/approve`, {})).status).toBe(403);
    expect((await asBob(`/api/nav/${entered.body.id}/approve`, {})).status).toBe(200);
    expect((await asInvestor("/api/overview")).body).toMatchObject({
      holdings: [],
      moneyOnTheWay: "10000.00",
    });

    clock.set("2026-11-24T08:30:00");
    await server.jobs.runNow("fund.allot");
    const { body: overview } = await asInvestor("/api/overview");
    expect(overview).toMatchObject({
      asOf: "2026-11-23",
      demo: true,
      total: { principal: "10000.00" },
      holdings: [{ code: "M-STABLE", navDate: "2026-11-23" }],
      latestOrders: [{ id: order, step: "success" }],
    });
    // The loss equals the fee with VAT, except for the rounding of units and amounts.
    expect(Number(overview.total.profit)).toBeCloseTo(-107, 1);
    await until("the message", async () => {
      const { body } = await asInvestor(`/api/dev/mailbox?to=${encodeURIComponent(investor.email)}`);
      return body.messages.some((message: { template: string }) => message.template === "order-allotted");
    });
  });
});
