import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientErrorRoutes, scrubbed } from "../../../server/client-errors.ts";
import { createContent } from "../../../server/content/index.ts";
import { decideRate, proposeRate } from "../../../server/fund/index.ts";
import { type App, createHttp, type Person } from "../../../server/http/index.ts";
import { overviewOf, portfolioRoutes } from "../../../server/portfolio/index.ts";
import { tierOf, valueHeld } from "../../../server/portfolio/notices.ts";
import { type HeldAnswers, holdAnswers } from "../../support/hold-answers.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { experienced, portfolioOf } from "./investor.ts";

/** Switches that are on; all others are off, which is the same as absent. */
let on: ReadonlySet<string> = new Set();
let house: FundHouse;
let app: App;
let answers: HeldAnswers;
let asking: Person;
let newcomer: Person;
let holder: Person;
let bought: string;
const logged: string[] = [];
const origin = "http://localhost:3106";

beforeAll(async () => {
  house = await openFundHouse();
  const isOn = (flag: string) => on.has(flag);
  const { rootDir } = house.portfolio.config;
  app = await createHttp(
    { env: "development", rootDir, origin, brand: "saphan", logLevel: "warn", trustProxy: { kind: "none" } },
    { logStream: { write: (line: string) => void logged.push(line) } },
  );
  app.addHook("onRequest", async (request) => {
    request.person = asking === null ? null : { factor: "fresh", ...asking };
  });
  answers = holdAnswers(app);
  const content = await createContent({
    db: house.fund.db,
    clock: house.clock,
    config: { rootDir, brand: "saphan" },
    log: app.log,
  });
  portfolioRoutes(app, {
    ...portfolioOf(house, isOn),
    content,
    signedContracts: async () => [
      {
        version: "2026-01",
        language: "th",
        textHash: "a".repeat(64),
        signedAt: "2026-11-20T10:00:00+07:00",
      },
    ],
    contractWords: async () => ({ title: "สัญญา", mark: null, sections: [{ heading: "1", text: "ข้อความ" }] }),
  });
  clientErrorRoutes(app, () => isOn("error-endpoint"));
  await app.ready();
  const person = (id: string): Person => ({
    id,
    role: null,
    customerType: "INDIVIDUAL",
    language: "en",
    session: `of ${id}`,
  });
  newcomer = person(await house.addPerson());
  const them = await experienced(house);
  holder = person(them.personId);
  bought = them.bought;
  await house.fund.db
    .transaction()
    .execute((tx) => sql`select issue_tax_invoices('00000', ${[bought]}::uuid[], '2026-11-24')`.execute(tx));
  house.clock.set("2026-12-22T10:00:00");
});
afterAll(async () => {
  await app.close();
  await house.close();
  expect(answers.faults).toEqual([]);
});
beforeEach(() => {
  on = new Set();
  asking = newcomer;
});

const call = async (method: "GET" | "POST", url: string, body?: object) => {
  const answer = await app.inject({
    method,
    url,
    headers: { origin, "sec-fetch-site": "same-origin" },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
};
const notices = async (who: Person) => {
  asking = who;
  return (await call("GET", "/api/notices?lng=en")).body;
};

describe("the portal with a feature switch off, and then on,", () => {
  it.each([
    { flag: "fund-banner", of: "banner", off: null, shown: { tone: "info", language: "en" } },
    {
      flag: "new-exclusive-offering",
      of: "offering",
      off: null,
      shown: { layout: "new", items: [{ key: "welcome" }] },
    },
    {
      flag: "exclusive-offering",
      of: "offering",
      off: null,
      shown: { layout: "old", items: [{ key: "welcome" }] },
    },
    {
      flag: "user-tier",
      of: "tier",
      off: null,
      shown: { tier: "standard", next: { tier: "plus", from: "1000000.00" } },
    },
  ])("shows nothing, and then the feature of the switch: $flag", async ({ flag, of, off, shown }) => {
    expect((await notices(newcomer))[of]).toEqual(off);
    on = new Set([flag]);
    expect((await notices(newcomer))[of]).toMatchObject(shown);
  });

  it("shows no rate and then a confirmed rate, with date and source, for currency-switcher", async () => {
    on = new Set(["currency-switcher"]);
    expect((await notices(newcomer)).rate).toBeNull();
    const [enters, decides] = [await house.addPerson("finance"), await house.addPerson("compliance")];
    const given = {
      baht: "๓๒.๑๕",
      date: "2026-12-21",
      source: { th: "ธนาคารแห่งประเทศไทย", en: "Bank of Thailand" },
      note: "daily table",
    };
    const entered = await proposeRate(house.fund, enters, given);
    if (!entered.ok) throw new Error(entered.error.code);
    const decide = (by: string) =>
      decideRate(house.fund, by, { id: entered.value.id, decision: "APPROVED", note: "compared" });
    expect(await decide(enters)).toMatchObject({ error: { code: "four-eyes" } });
    expect((await notices(newcomer)).rate).toBeNull();
    expect((await decide(decides)).ok).toBe(true);
    const { baht: _, note: _note, ...shown } = given;
    expect((await notices(newcomer)).rate).toEqual({ currency: "USD", baht: "32.1500", ...shown });
    on = new Set();
    expect((await notices(newcomer)).rate).toBeNull();
  });

  it("shows no mark and then a mark, which changes with the next log-in, for scammer-alert", async () => {
    expect((await notices(newcomer)).scamWarning).toBeNull();
    on = new Set(["scammer-alert"]);
    const first = (await notices(newcomer)).scamWarning;
    expect((await notices(newcomer)).scamWarning).toBe(first);
    expect((await notices({ ...newcomer, session: "the next" })).scamWarning).not.toBe(first);
  });

  it("shows no totals and then totals for client-summary, and allows the call that stores them", async () => {
    asking = holder;
    expect((await call("GET", "/api/overview")).body).toMatchObject({
      total: null,
      series: [],
      holdings: [{}],
    });
    expect((await call("POST", "/api/client-summaries")).status).toBe(404);
    on = new Set(["client-summary"]);
    const { total } = await overviewOf(house.portfolio, holder.id);
    expect((await call("GET", "/api/overview")).body.total).toEqual(total);
    const kept = await call("POST", "/api/client-summaries");
    expect(kept).toEqual({
      status: 200,
      body: {
        day: "2026-12-22",
        value: total.value,
        principal: total.principal,
        totalProfit: total.totalProfit,
      },
    });
    expect(await call("POST", "/api/client-summaries")).toEqual(kept);
  });

  it("refuses reports of page errors and then accepts them, without personal data, for error-endpoint", async () => {
    const fault = { message: 'cannot read "Somchai" of ann@example.test', path: "/orders/1?token=abc" };
    expect((await call("POST", "/api/client-errors", fault)).status).toBe(404);
    on = new Set(["error-endpoint"]);
    logged.length = 0;
    expect((await call("POST", "/api/client-errors", fault)).status).toBe(204);
    expect(logged.join("")).toContain("cannot read <text> of <address>");
    for (const secret of ["Somchai", "ann@", "abc"]) expect(logged.join("")).not.toContain(secret);
    expect((await call("POST", "/api/client-errors", { ...fault, message: "x".repeat(501) })).status).toBe(
      422,
    );
    const many = await Promise.all(
      Array.from({ length: 25 }, () => call("POST", "/api/client-errors", fault)),
    );
    expect(many.some(({ status }) => status === 429)).toBe(true);
  });
});

it.each([
  { flag: "view-signed-contract", method: "GET", url: "/api/contracts", on: 200 },
  { flag: "view-signed-contract", method: "POST", url: "/api/contracts/2026-01/document", on: 200 },
  {
    flag: "performance-report",
    method: "GET",
    url: "/api/performance-report?from=2026-11-01&to=2026-11-30",
    on: 200,
  },
  { flag: "performance-report", method: "POST", url: "/api/performance-reports", on: 200 },
  { flag: "invoice-download", method: "POST", url: "/api/orders/:bought/invoice", on: 200 },
] as const)(
  "the call $method $url does not exist while the switch $flag is off",
  async ({ flag, method, url, on: status }) => {
    asking = holder;
    const body =
      method === "GET"
        ? undefined
        : url.includes("invoice")
          ? { language: "en" }
          : url.includes("performance")
            ? { from: "2026-11-01", to: "2026-11-30", language: "en" }
            : {};
    const address = url.replace(":bought", bought);
    const refused = await call(method, address, body);
    expect(refused).toMatchObject({
      status: 404,
      body: { code: url.includes("invoice") ? "no-invoice" : "not-found" },
    });
    on = new Set([flag]);
    expect((await call(method, address, body)).status).toBe(status);
  },
);

describe("offerings and banners", () => {
  it("are shown to their audience, within their dates", async () => {
    on = new Set(["new-exclusive-offering", "fund-banner"]);
    expect((await notices(holder)).offering.items).toMatchObject([{ key: "diversify" }]);
    house.clock.set("2027-05-03T10:00:00");
    expect(await notices(holder)).toMatchObject({ offering: null, banner: null });
    house.clock.set("2026-12-22T10:00:00");
  });

  it("offerings and banners appear in the new layout if both layouts are switched on", async () => {
    on = new Set(["new-exclusive-offering", "exclusive-offering"]);
    expect((await notices(newcomer)).offering.layout).toBe("new");
  });
});

describe("the tier", () => {
  it.each([
    [0n, "standard", "1000000.00"],
    [99_999_999n, "standard", "1000000.00"],
    [100_000_000n, "plus", "10000000.00"],
    [999_999_999n, "plus", "10000000.00"],
    [1_000_000_000n, "prestige", null],
  ] as const)("an investor with %s satang has the tier %s", (value, tier, from) => {
    expect(tierOf(value)).toMatchObject({ tier, next: from === null ? null : { from } });
  });

  it("the tier depends on the total in the investor's overview", async () => {
    const { total } = await overviewOf(house.portfolio, holder.id);
    expect(await valueHeld(house.portfolio, house.fund.db, holder.id)).toBe(
      BigInt(total.value.replace(".", "")),
    );
  });
});

it.each([
  ["order 3f2504e0-4f89-41d3-9a0c-0305e82c3301", "order <id>"],
  ["eyJhbGciOi.eyJ1dWlkIjo.c2ln", "<token>"],
  ["amount 1,234,567.89 of 0812345678", "amount <number> of <number>"],
  ["at f (https://h/assets/page-abc.js?v=9:12:34)", "at f (https://h/assets/page-abc.js:12:34)"],
  ["สมชาย ใจดี", "<text> <text>"],
])("personal data are removed from a reported page error: %s", (given, kept) => {
  expect(scrubbed(given)).toBe(kept);
});
