import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type App, createHttp, type Person } from "../../../server/http/index.ts";
import { ordersRoutes } from "../../../server/orders/index.ts";
import { type HeldAnswers, holdAnswers } from "../../support/hold-answers.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { holder, lastNav, redeem, standing, switchOver } from "./sell-house.ts";

let house: FundHouse;
let app: App;
let answers: HeldAnswers;
/** Caller of the next call; in the real server the accounts room sets it. */
let asking: Person | null = null;
let ann: Person;
let col: Person;

const origin = "http://localhost:3106";

beforeAll(async () => {
  house = await openFundHouse();
  await lastNav(house, "M-BTCA", "10.0000");
  await lastNav(house, "M-LCAP", "20.0000");
  app = await createHttp({
    env: "development",
    rootDir: house.portfolio.config.rootDir,
    origin,
    brand: "saphan",
    logLevel: "silent",
    trustProxy: { kind: "none" },
  });
  app.addHook("onRequest", async (request) => {
    request.person = asking === null ? null : { factor: "fresh", ...asking };
  });
  answers = holdAnswers(app);
  ordersRoutes(app, house.orders);
  await app.ready();
  ann = personOf(await house.addPerson("finance"), "finance");
  col = personOf(await house.addPerson("compliance"), "compliance");
});
afterAll(async () => {
  await app.close();
  await house.close();
});
beforeEach(() => {
  asking = null;
  house.clock.set("2026-11-23T10:00:00");
});

const personOf = (id: string, role: Person["role"]): Person => ({
  id,
  role,
  customerType: "INDIVIDUAL",
  language: "th",
});
const call = async (method: "GET" | "POST", url: string, body?: object) => {
  const answer = await app.inject({
    method,
    url,
    headers: { origin, "sec-fetch-site": "same-origin" },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const sell = async () => {
  const who = await holder(house);
  const placed = standing(await redeem(house, { ...who, wish: { kind: "amount", amount: "3000.00" } }));
  return { ...who, ...placed };
};

describe("the staff page for approvals", () => {
  it.each(["operations", "support", "admin", null] as const)("is closed to %s", async (role) => {
    asking = { ...ann, role };
    const { order } = await sell();
    expect((await call("GET", "/api/approvals")).status).toBe(403);
    expect((await call("GET", `/api/approvals/${order}/history`)).status).toBe(403);
    expect((await call("POST", `/api/approvals/${order}/approve`)).status).toBe(403);
    expect((await call("POST", `/api/approvals/${order}/reject`, { reason: "no reason" })).status).toBe(403);
  });

  it("lists the waiting orders with the investor's further orders, and accepts decisions", async () => {
    const { order, personId, payoutAccount, reference } = await sell();
    const other = standing(
      await redeem(house, { personId, payoutAccount, wish: { kind: "units", units: "200.0000" } }),
    );
    asking = ann;
    const { body } = await call("GET", "/api/approvals");
    expect(body.waiting.find((one: { id: string }) => one.id === order)).toMatchObject({
      reference,
      yours: "open",
    });
    expect((await call("GET", `/api/approvals/${order}/history`)).body).toMatchObject({
      orders: [{ reference: other.reference, kind: "redemption", unitsWished: "200.0000" }],
    });
    expect(await call("POST", `/api/approvals/${order}/approve`)).toMatchObject({
      status: 200,
      body: { outcome: "approved", given: 1, needed: 1 },
    });
    expect(await call("POST", `/api/approvals/${order}/approve`)).toMatchObject({
      status: 409,
      body: { code: "already-decided" },
    });
    asking = col;
    expect(await call("POST", `/api/approvals/${other.order}/approve`)).toMatchObject({
      status: 403,
      body: { code: "approval-turn" },
    });
    expect((await call("GET", "/api/approvals/00000000-0000-4000-8000-000000000000/history")).status).toBe(
      404,
    );
  });

  it.each([{}, { reason: "" }, { reason: "   " }, { reason: "x".repeat(501) }])(
    "does not accept a rejection with the reason %j",
    async (body) => {
      const { order } = await sell();
      asking = ann;
      expect((await call("POST", `/api/approvals/${order}/reject`, body)).status).toBe(422);
      expect(
        (await call("POST", `/api/approvals/${order}/reject`, { reason: "the name differs" })).body,
      ).toEqual({
        outcome: "rejected",
        given: 0,
        needed: 1,
      });
    },
  );
});

describe("the call that cancels an order", () => {
  it("is open to the investor only, returns the same answer again, and reports if it comes too late", async () => {
    const { order, personId } = await sell();
    const late = await sell();
    asking = personOf(late.personId, null);
    expect((await call("POST", `/api/orders/${order}/cancel`)).status).toBe(404);
    asking = personOf(personId, null);
    for (const _ of [1, 2])
      expect(await call("POST", `/api/orders/${order}/cancel`)).toMatchObject({
        status: 200,
        body: { id: order, step: "cancelled", cancellableUntil: null, reservedUnits: "0.0000" },
      });
    house.clock.set("2026-11-23T14:00:00");
    asking = personOf(late.personId, null);
    const refused = await call("POST", `/api/orders/${late.order}/cancel`);
    expect(refused).toMatchObject({ status: 409, body: { code: "order-cancel-late" } });
    expect(refused.body.message.th).toContain("14:00");
  });

  it("returns both legs of a switch, each with a reference to the opposite leg", async () => {
    const who = await holder(house, { units: "3000.0000" });
    const placed = standing(await switchOver(house, { ...who, wish: { kind: "all" } }));
    asking = personOf(who.personId, null);
    const { body } = await call("GET", "/api/orders");
    const byId = new Map(body.orders.map((one: { id: string }) => [one.id, one]));
    expect(byId.get(placed.order)).toMatchObject({
      sellAll: true,
      counter: { reference: placed.inReference },
    });
    expect(byId.get(placed.inOrder)).toMatchObject({ counter: { reference: placed.reference } });
  });
});

it("every answer in these tests of the order calls matches the API document", () => {
  expect(answers.faults).toEqual([]);
});
