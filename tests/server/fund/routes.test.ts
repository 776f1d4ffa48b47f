import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fundRoutes } from "../../../server/fund/index.ts";
import { type App, createHttp, type Person } from "../../../server/http/index.ts";
import { orderBook, ordersRoutes } from "../../../server/orders/index.ts";
import { portfolioRoutes } from "../../../server/portfolio/index.ts";
import { type HeldAnswers, holdAnswers } from "../../support/hold-answers.ts";
import { approveNav, type FundHouse, openFundHouse, placed, subscriptionOf } from "./fund-house.ts";

let house: FundHouse;
let app: App;
let answers: HeldAnswers;
/** Caller of the next call; in the real server the accounts room sets it. */
let asking: Person | null = null;
let investor: Person;
let ann: Person;
let bob: Person;

const origin = "http://localhost:3106";

beforeAll(async () => {
  house = await openFundHouse("2026-11-24T18:00:00");
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
  fundRoutes(app, house.fund, orderBook);
  ordersRoutes(app, house.orders);
  portfolioRoutes(app, { ...house.portfolio, names: async () => null });
  await app.ready();
  const person = async (role: Person["role"]): Promise<Person> => ({
    id: await house.addPerson(role),
    role,
    customerType: "INDIVIDUAL",
    language: "th",
  });
  investor = await person(null);
  ann = await person("finance");
  bob = await person("finance");
});
afterAll(async () => {
  await app.close();
  await house.close();
});
beforeEach(() => {
  asking = null;
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

describe("the calls for strategies", () => {
  it("are public, and give the NAV date of an order placed now", async () => {
    const { status, body } = await call("GET", "/api/strategies");
    expect(status).toBe(200);
    expect(body.strategies).toHaveLength(6);
    expect(body.strategies[0]).toMatchObject({
      code: "M-BTCA",
      riskLevel: 7,
      fees: {
        frontEndBps: 100,
        vatBps: 700,
        managementBps: 200,
        reductionProfitBps: 1000,
        switchInBps: 50,
        performanceBps: 0,
        totalCostBps: 214,
      },
      minimums: { first: "10000.00", next: "10000.00", reduction: "1000.00" },
    });
    expect(body.dealing).toMatchObject({ today: "2026-11-24", navDate: "2026-11-25", beforeCutOff: false });
  });

  it("return each strategy with its history, even if its code contains a space", async () => {
    await approveNav(house, { strategy: "M-NEXT GEN", date: "2026-11-23", nav: "10.0000" });
    const { status, body } = await call("GET", "/api/strategies/M-NEXT%20GEN");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: "M-NEXT GEN",
      nav: { value: "10.0000", date: "2026-11-23" },
      history: [{ date: "2026-11-23", nav: "10.0000" }],
    });
    expect(body.returns).toMatchObject({ day1: null, year1: null, maxDrawdown: null });
    expect((await call("GET", "/api/strategies/M-MOON")).status).toBe(404);
  });

  it("return managers, approach, suitable investors, times and partners in both languages", async () => {
    const body = (await app.inject("/api/strategies/M-STABLE")).json();
    expect(Object.keys(body.texts).sort()).toEqual(
      "about businessDay managedBy model servicePeriod suits suitsNot supporters timeWindow".split(" "),
    );
    for (const text of Object.values(body.texts) as { th: string; en: string }[]) {
      expect(text.th).toMatch(/[ก-๙]/);
      expect(text.en).not.toMatch(/[ก-๙]/);
    }
  });

  it("the comparison of strategies can be downloaded, with a row for each compared item", async () => {
    const file = async (codes: string, language: string) =>
      await app.inject(`/api/comparison/file?codes=${encodeURIComponent(codes)}&language=${language}`);
    const answer = await file("M-STABLE,M-NEXT GEN,M-STABLE", "en");
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const rows = answer.body.replace("\uFEFF", "").trim().split("\r\n");
    expect(rows[0]).toBe("Strategy,M-STABLE,M-NEXT GEN");
    expect(rows.map((row) => row.split(",")[0])).toEqual([
      "Strategy",
      "Managed by",
      "Type",
      "Risk level (1–8)",
      "Starting price (baht a unit)",
      "Currency policy",
      "Dividend policy",
      "Initial and top-up fee (before VAT)",
      "Reduction fee from profit (before VAT)",
      "Total cost a year",
      "Minimum first investment (baht)",
      "Minimum next investment (baht)",
      "Registration date",
      "Latest NAV (baht a unit)",
      "Net asset value (baht)",
    ]);
    expect(rows[3]).toBe("Risk level (1–8),5,8");
    expect((await file("M-STABLE", "th")).body).toContain("วันจดทะเบียน,02/01/2025");
    expect((await file("M-STABLE,M-MOON", "en")).statusCode).toBe(404);
    expect((await file("M-STABLE", "de")).statusCode).toBe(422);
  });

  it.each([
    ["th", "M-STABLE", /สรุปข้อมูลกลยุทธ.*M-STABLE/s],
    ["en", "M-NEXT GEN", /M-NEXT GEN factsheet.*Does not suit.*Management start date/s],
  ] as const)("the fact sheet of a strategy can be downloaded in %s", async (language, code, said) => {
    const path = `/api/strategies/${encodeURIComponent(code)}/factsheet?language=${language}`;
    const answer = await app.inject(path);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
      mergePages: true,
    });
    expect(text).toMatch(said);
    // The same fact sheet is not generated again.
    expect((await app.inject(path)).rawPayload.equals(answer.rawPayload)).toBe(true);
    expect((await app.inject("/api/strategies/M-MOON/factsheet?language=en")).statusCode).toBe(404);
  });

  it("the calls for strategies work also on days that the calendar does not include", async () => {
    house.clock.set("2028-01-05T10:00:00");
    const { status, body } = await call("GET", "/api/strategies");
    house.clock.set("2026-11-24T18:00:00");
    expect(status).toBe(200);
    expect(body.dealing).toBeNull();
  });
});

describe("the calls for an investor's account", () => {
  it.each(["/api/overview", "/api/orders", "/api/orders/00000000-0000-4000-8000-000000000000"])(
    "require a log-in: %s",
    async (url) => {
      expect(await call("GET", url)).toMatchObject({ status: 401, body: { code: "log-in-first" } });
    },
  );

  it("return zeros and no percentage for a new person", async () => {
    asking = investor;
    const { body } = await call("GET", "/api/overview");
    expect(body).toMatchObject({
      asOf: null,
      total: { value: "0.00", principal: "0.00", profit: "0.00", profitPercent: null },
      holdings: [],
      series: [],
      next: { kind: "none" },
    });
  });

  it("return only the person's own orders", async () => {
    const { order } = await placed(house, subscriptionOf({ personId: investor.id, navDate: "2026-11-25" }));
    asking = investor;
    expect((await call("GET", "/api/orders")).body).toMatchObject({
      total: 1,
      next: null,
      orders: [{ id: order }],
    });
    expect((await call("GET", `/api/orders/${order}`)).body).toMatchObject({
      id: order,
      net: "9893.00",
      step: "confirm",
    });
    asking = ann;
    expect((await call("GET", `/api/orders/${order}`)).status).toBe(404);
  });

  it.each([
    "/api/orders?limit=0",
    "/api/orders?limit=101",
    "/api/orders?before=x",
    "/api/orders?from=1",
    "/api/orders/x",
  ])("reject %s", async (url) => {
    asking = investor;
    expect((await call("GET", url)).status).toBeGreaterThanOrEqual(400);
    expect((await call("GET", url)).status).toBeLessThan(500);
  });
});

describe("the calls for NAVs", () => {
  it.each([null, "operations", "compliance", "support", "admin"] as const)(
    "are refused for %s",
    async (role) => {
      asking = role === null ? investor : { ...ann, role };
      const entry = { strategy: "M-LCAP", date: "2026-11-24", nav: "10.0000" };
      expect((await call("GET", "/api/nav")).status).toBe(403);
      expect((await call("POST", "/api/nav", entry)).status).toBe(403);
      expect((await call("POST", "/api/nav/00000000-0000-4000-8000-000000000000/approve", {})).status).toBe(
        403,
      );
    },
  );

  it("one person enters a NAV and a second person approves it", async () => {
    asking = ann;
    const entry = { strategy: "M-LCAP", date: "2026-11-24", nav: "10.0000" };
    const entered = await call("POST", "/api/nav", entry);
    expect(entered.status).toBe(201);
    expect(await call("POST", "/api/nav", entry)).toMatchObject({
      status: 409,
      body: { code: "nav-exists", fields: [{ pointer: "/date", code: "nav-exists" }] },
    });
    expect((await call("GET", "/api/nav")).body).toMatchObject({
      date: "2026-11-24",
      businessDay: true,
      waiting: [{ id: entered.body.id, enteredByYou: true, enteredBy: `${ann.id}@example.test` }],
    });
    const approve = `/api/nav/${entered.body.id}/approve`;
    expect(await call("POST", approve, {})).toMatchObject({ status: 403, body: { code: "four-eyes" } });
    asking = bob;
    expect((await call("GET", "/api/nav")).body.waiting).toMatchObject([{ enteredByYou: false }]);
    expect(await call("POST", approve)).toMatchObject({ status: 200, body: { status: "APPROVED" } });
    expect(await call("POST", approve)).toMatchObject({ status: 409, body: { code: "already-decided" } });
    expect((await call("GET", "/api/nav?date=2026-11-24")).body.strategies[1]).toMatchObject({
      code: "M-LCAP",
      entry: { status: "APPROVED", nav: "10.0000" },
    });
  });

  it("one person rejects a NAV with a reason, and a second person enters it again", async () => {
    asking = ann;
    const entry = { strategy: "M-BTCA", date: "2026-11-24", nav: "10.0000" };
    const entered = await call("POST", "/api/nav", entry);
    asking = bob;
    const reject = await call("POST", `/api/nav/${entered.body.id}/reject`, {
      reason: "typed from the wrong sheet",
    });
    expect(reject).toMatchObject({ status: 200, body: { status: "REJECTED" } });
    expect((await call("POST", "/api/nav", entry)).status).toBe(201);
  });

  it("require a reason for a rejection, and show who rejected the NAV, when and why", async () => {
    asking = ann;
    const entry = { strategy: "M-BLOCKCHAIN", date: "2026-11-24", nav: "10.0000" };
    const entered = await call("POST", "/api/nav", entry);
    const reject = `/api/nav/${entered.body.id}/reject`;
    const row = async () =>
      (await call("GET", "/api/nav?date=2026-11-24")).body.strategies.find(
        ({ code }: { readonly code: string }) => code === "M-BLOCKCHAIN",
      );
    asking = bob;
    for (const body of [undefined, {}, { reason: "x" }, { reason: "   " }])
      expect((await call("POST", reject, body)).status).toBe(422);
    expect(await row()).toMatchObject({ entry: { status: "ENTERED" }, sentBack: null });
    expect((await call("POST", reject, { reason: "typed from the wrong sheet" })).status).toBe(200);
    asking = ann;
    expect(await row()).toMatchObject({
      entry: null,
      sentBack: {
        nav: "10.0000",
        enteredByYou: true,
        decidedBy: `${bob.id}@example.test`,
        decidedAt: expect.stringMatching(/^2026-11-24T/),
        decisionReason: "typed from the wrong sheet",
      },
    });
    expect((await call("POST", "/api/nav", entry)).status).toBe(201);
    expect(await row()).toMatchObject({ entry: { status: "ENTERED" }, sentBack: null });
  });

  it("the calls for NAVs show how many orders and investors an approval affects, and when a reason is required", async () => {
    asking = ann;
    const { strategies } = (await call("GET", "/api/nav?date=2026-11-24")).body;
    expect(strategies[0]).toMatchObject({
      jumpBps: expect.any(Number),
      affects: { orders: 0, baht: "0.00", units: "0.0000", holders: 0 },
    });
  });

  it.each([
    { why: "five decimals", body: { strategy: "M-LCAP", date: "2026-11-20", nav: "10.00001" } },
    { why: "a word", body: { strategy: "M-LCAP", date: "2026-11-23", nav: "ten" } },
    {
      why: "an additional field",
      body: { strategy: "M-LCAP", date: "2026-11-24", nav: "10.0000", status: "APPROVED" },
    },
    { why: "nothing", body: {} },
  ])("reject $why", async ({ body }) => {
    asking = ann;
    expect((await call("POST", "/api/nav", body)).status).toBe(422);
  });
});

describe("the staff calls for strategies", () => {
  it.each([null, "operations", "support", "admin"] as const)("are refused for %s", async (role) => {
    asking = role === null ? investor : { ...ann, role };
    expect((await call("GET", "/api/strategy-desk")).status).toBe(403);
    expect(
      (await call("POST", "/api/strategies/M-LCAP/dealing", { status: "NO_IN", note: "why" })).status,
    ).toBe(403);
  });

  it("finance proposes the terms of a strategy, and compliance decides", async () => {
    asking = ann;
    const desk = (await call("GET", "/api/strategy-desk")).body;
    expect(desk).toMatchObject({ today: "2026-11-24", after: "2026-11-25" });
    const body = {
      from: "2026-11-26",
      terms: { ...desk.strategies[4].inForce.terms, vatBps: 1_000 },
      note: "the law",
    };
    expect((await call("POST", "/api/strategies/M-STABLE/terms", { ...body, terms: {} })).status).toBe(422);
    expect(
      await call("POST", "/api/strategies/M-STABLE/terms", { ...body, from: "2026-11-25" }),
    ).toMatchObject({
      status: 422,
      body: { code: "terms-date-not-valid", message: { en: expect.stringContaining("after 25/11/2026") } },
    });
    const entered = await call("POST", "/api/strategies/M-STABLE/terms", body);
    expect(entered.status).toBe(201);
    const approve = `/api/terms/${entered.body.id}/approve`;
    expect(await call("POST", approve, { note: "read" })).toMatchObject({
      status: 403,
      body: { code: "four-eyes" },
    });
    asking = { ...investor, id: await house.addPerson("compliance"), role: "compliance" };
    expect((await call("POST", "/api/strategies/M-STABLE/terms", body)).status).toBe(403);
    expect(await call("POST", approve, { note: "read" })).toMatchObject({
      status: 200,
      body: { state: "APPROVED" },
    });
    expect((await call("GET", "/api/strategy-desk")).body.strategies[4]).toMatchObject({
      coming: [
        { from: "2026-11-26", terms: { vatBps: 1_000 }, enteredBy: `${ann.id}@example.test`, own: false },
      ],
      waiting: null,
    });
  });

  it("a rejected change of the dealing status stays on record", async () => {
    asking = ann;
    const entered = await call("POST", "/api/strategies/M-NEXT%20GEN/dealing", {
      status: "NO_IN",
      note: "full",
    });
    expect(entered.status).toBe(201);
    asking = bob;
    expect((await call("POST", `/api/dealing/${entered.body.id}/reject`, { note: "not yet" })).status).toBe(
      200,
    );
    expect((await call("GET", "/api/strategy-desk")).body.strategies[5].dealing).toMatchObject({
      now: { status: "OPEN" },
      waiting: null,
      earlier: [{ state: "REJECTED", decisionNote: "not yet" }],
    });
  });
});

it("every answer in these tests of the fund calls matches the API document", () => {
  expect(answers.faults).toEqual([]);
  expect([...answers.routes].sort()).toEqual([
    "/api/dealing/:id/reject",
    "/api/nav",
    "/api/nav/:id/approve",
    "/api/nav/:id/reject",
    "/api/orders",
    "/api/orders/:id",
    "/api/overview",
    "/api/strategies",
    "/api/strategies/:code",
    "/api/strategies/:code/dealing",
    "/api/strategies/:code/terms",
    "/api/strategy-desk",
    "/api/terms/:id/approve",
  ]);
});
