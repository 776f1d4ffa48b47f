import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  decideDealing,
  decideTerms,
  fundFacts,
  listStrategies,
  proposeDealing,
  proposeTerms,
  strategyDesk,
  type TermsValues,
} from "../../../server/fund/index.ts";
import { orderBook } from "../../../server/orders/index.ts";
import { approveNav, type FundHouse, openFundHouse, place, placed, subscriptionOf } from "./fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
let cat: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-24T10:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  cat = await house.addPerson("compliance");
});
afterAll(() => house.close());
beforeEach(() => house.clock.set("2026-11-24T10:00:00"));

const note = "decided by the product committee";
const inForce = async (strategy: string): Promise<TermsValues> => {
  const desk = await strategyDesk(house.fund, ann, orderBook);
  return desk.strategies.find(({ code }) => code === strategy)?.inForce.terms as TermsValues;
};
const propose = async (strategy: string, from: string, change: Partial<TermsValues>, by = ann) =>
  await proposeTerms(house.fund, by, {
    strategy,
    from,
    terms: { ...(await inForce(strategy)), ...change },
    note,
  });
const proposed = async (...given: Parameters<typeof propose>) => {
  const done = await propose(...given);
  if (!done.ok) throw new Error(done.error.code);
  return done.value.id;
};
const approve = (id: string, by: string) => decideTerms(house.fund, by, { id, decision: "APPROVED", note });
const reject = (id: string, by: string) => decideTerms(house.fund, by, { id, decision: "REJECTED", note });
const factOf = async (code: string) => {
  const provider = fundFacts(house.fund).find(({ id }) => id === "strategy");
  return await provider?.load(
    { db: house.fund.db, clock: house.clock, personId: null, subject: "visitor:1" },
    { code },
  );
};

describe("proposed terms", () => {
  it.each([
    {
      why: "today, for which orders exist already",
      from: "2026-11-24",
      code: "terms-date-not-valid",
      pointer: "/from",
    },
    { why: "a day in the past", from: "2026-11-20", code: "terms-date-not-valid", pointer: "/from" },
    { why: "a Sunday", from: "2026-11-29", code: "terms-date-not-valid", pointer: "/from" },
    { why: "a bank holiday", from: "2026-12-07", code: "terms-date-not-valid", pointer: "/from" },
    {
      why: "a day outside the loaded years",
      from: "2028-01-05",
      code: "terms-date-not-valid",
      pointer: "/from",
    },
    { why: "no date", from: "soon", code: "terms-date-not-valid", pointer: "/from" },
    {
      why: "a negative value",
      change: { minFirst: "-1.00" },
      code: "terms-amount-not-valid",
      pointer: "/terms/minFirst",
    },
    {
      why: "three decimals",
      change: { minNext: "1.005" },
      code: "terms-amount-not-valid",
      pointer: "/terms/minNext",
    },
    {
      why: "an exponent",
      change: { minReduction: "1e21" },
      code: "terms-amount-not-valid",
      pointer: "/terms/minReduction",
    },
    {
      why: "a word",
      change: { minRemainder: "NaN" },
      code: "terms-amount-not-valid",
      pointer: "/terms/minRemainder",
    },
    {
      why: "a largest order under a million baht",
      change: { maxOrder: "999999.99" },
      code: "terms-maximum-not-valid",
      pointer: "/terms/maxOrder",
    },
    {
      why: "a minimum above the largest order",
      change: { minFirst: "2000000.00", maxOrder: "1000000.00" },
      code: "terms-maximum-not-valid",
      pointer: "/terms/maxOrder",
    },
    {
      why: "a management start before the registration",
      change: { registeredOn: "2025-02-03" },
      code: "terms-dates-not-valid",
      pointer: "/terms/managedFrom",
    },
    {
      why: "a date that does not exist",
      change: { registeredOn: "2025-02-30" },
      code: "terms-dates-not-valid",
      pointer: "/terms/registeredOn",
    },
    { why: "terms without a difference", change: {}, code: "terms-same", pointer: "/terms" },
  ])(
    "are rejected for $why",
    async ({ from = "2026-11-26", change = { minFirst: "5000.00" }, code, pointer }) => {
      expect(await propose("M-LCAP", from, change)).toMatchObject({ ok: false, error: { code, pointer } });
    },
  );

  it("are rejected for an unknown strategy", async () => {
    const given = { strategy: "M-MOON", from: "2026-11-26", terms: await inForce("M-LCAP"), note };
    expect(await proposeTerms(house.fund, ann, given)).toMatchObject({ error: { code: "strategy-unknown" } });
  });

  it("may contain Thai digits and separators, and block further proposals for their strategy until decided", async () => {
    const id = await proposed("M-LCAP", "2026-11-26", { minFirst: "๕,๐๐๐" });
    expect(await propose("M-LCAP", "2026-11-27", { minFirst: "1.00" })).toMatchObject({
      error: { code: "terms-wait-already" },
    });
    const desk = await strategyDesk(house.fund, bob, orderBook);
    expect(desk.strategies[1]?.waiting).toMatchObject({ id, own: false, terms: { minFirst: "5000.00" } });
    expect(await reject(id, bob)).toMatchObject({ ok: true });
    expect((await inForce("M-LCAP")).minFirst).toBe("10000.00");
  });
});

describe("the decision on proposed terms", () => {
  it("needs a second person of finance, or a person of compliance", async () => {
    const id = await proposed("M-STABLE", "2026-12-01", { minNext: "1000.00" });
    expect(await approve(id, ann)).toEqual({ ok: false, error: { code: "four-eyes" } });
    expect(await approve(id, cat)).toMatchObject({ ok: true, value: { state: "APPROVED" } });
    expect(await approve(id, bob)).toEqual({ ok: false, error: { code: "already-decided" } });
    expect(await approve("00000000-0000-4000-8000-000000000000", bob)).toMatchObject({
      error: { code: "not-found" },
    });
    const desk = await strategyDesk(house.fund, ann, orderBook);
    expect(desk.strategies[4]?.coming).toMatchObject([
      { id, from: "2026-12-01", decidedBy: `${cat}@example.test` },
    ]);
  });

  it("is protected by the database: it needs two people, happens once, and never changes", async () => {
    const id = await proposed("M-NEXT GEN", "2026-12-01", { minNext: "1000.00" });
    const { db } = house.fund;
    const forged = (by: string) =>
      sql`update strategy_terms set state = 'APPROVED', decided_by = ${by}, decided_at = now() where id = ${id}`.execute(
        db,
      );
    await expect(forged(ann)).rejects.toThrow("who enters never approves");
    await expect(forged(await house.addPerson("operations"))).rejects.toThrow("only finance or compliance");
    await expect(sql`update strategy_terms set min_first = 1 where id = ${id}`.execute(db)).rejects.toThrow(
      "never changed",
    );
    await reject(id, bob);
    await expect(
      sql`update strategy_terms set decision_note = 'x' where id = ${id}`.execute(db),
    ).rejects.toThrow("never changed");
    await expect(sql`delete from strategy_terms`.execute(db)).rejects.toThrow("never changed or removed");
    await expect(sql`truncate strategy_terms`.execute(db)).rejects.toThrow("never removed");
    const planted = sql`insert into strategy_terms select (jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'state', 'APPROVED', 'entered_by', ${ann}::text, 'decision', null))).* from strategy_terms t limit 1`;
    await expect(planted.execute(db)).rejects.toThrow("waits for another one");
  });

  it("is refused once investors have placed orders for the first NAV day of the terms", async () => {
    const id = await proposed("M-METAVERSE", "2026-11-25", { minNext: "1000.00" });
    house.clock.set("2026-11-24T14:00:00");
    expect(await approve(id, bob)).toMatchObject({
      error: { code: "terms-date-not-valid", after: "2026-11-25" },
    });
    expect(await reject(id, bob)).toMatchObject({ ok: true });
  });

  it("is also required for a new description of a strategy, which applies from its stated day", async () => {
    const before = (await inForce("M-METAVERSE")).texts;
    const texts = { ...before, model: { th: "ปรับสัดส่วนทุกเดือน", en: "Rebalanced every month" } };
    const half = await propose("M-METAVERSE", "2026-11-30", { texts: structuredClone(before) });
    expect(half).toMatchObject({ error: { code: "terms-same" } });
    await approve(await proposed("M-METAVERSE", "2026-11-30", { texts }), bob);
    const told = async () => (await listStrategies(house.fund))[3]?.texts.model.en;
    expect(await told()).toBe(before.model.en);
    house.clock.set("2026-11-27T14:00:00");
    expect(await told()).toBe("Rebalanced every month");
  });

  it("writes audit lines", async () => {
    const id = await proposed("M-METAVERSE", "2026-11-26", { minNext: "2000.00" });
    await approve(id, bob);
    const lines = await house.fund.db
      .selectFrom("audit_lines")
      .select(["actor", "action"])
      .where("subject", "=", `terms:${id}`)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { actor: `person:${ann}`, action: "terms.propose" },
      { actor: `person:${bob}`, action: "terms.approve" },
    ]);
  });
});

describe("the terms of an order", () => {
  it("are those in force on the NAV day of the order, and later terms do not change them", async () => {
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
    const personId = await house.addPerson();
    const change = { frontEndBps: 200, minFirst: "20000.00", maxOrder: "1000000.00", performanceBps: 1_500 };
    await approve(await proposed("M-BTCA", "2026-11-25", change), bob);
    expect(await factOf("M-BTCA")).toMatchObject({
      minFirst: "10000.00",
      feeBps: 100,
      maxOrder: "100000000.00",
    });
    const { order } = await placed(house, subscriptionOf({ personId, navDate: "2026-11-24" }));

    house.clock.set("2026-11-24T14:00:00");
    expect(await factOf("M-BTCA")).toMatchObject({
      minFirst: "20000.00",
      feeBps: 200,
      maxOrder: "1000000.00",
    });
    expect((await listStrategies(house.fund))[0]).toMatchObject({
      fees: { frontEndBps: 200, performanceBps: 1_500, totalCostBps: 214 },
      minimums: { first: "20000.00" },
      largestOrder: "1000000.00",
      typeKey: "strategy:types.single-coin",
      dividendPolicyKey: "strategy:dividendPolicies.none",
      startedOn: "2025-01-02",
    });
    const wish = { personId, navDate: "2026-11-25" };
    expect(await place(house, subscriptionOf(wish))).toMatchObject({ error: { code: "minimum" } });
    expect(await place(house, subscriptionOf({ ...wish, amount: "1000000.01" }))).toMatchObject({
      error: { code: "maximum" },
    });
    // The investors saw the earlier fee, so they must see the new one and confirm again.
    expect(await place(house, subscriptionOf({ ...wish, amount: "20000.00" }))).toMatchObject({
      error: { code: "nav-day-changed" },
    });
    const { order: dear } = await placed(
      house,
      subscriptionOf({ ...wish, amount: "20000.00", fee: "400.00", vat: "28.00" }),
    );
    const rows = await house.fund.db
      .selectFrom("orders")
      .select(["id", "fee_bps"])
      .orderBy("placed_at")
      .execute();
    expect(rows).toEqual([
      { id: order, fee_bps: 100 },
      { id: dear, fee_bps: 200 },
    ]);
  });

  it("are the ones approved last if two sets of terms begin on the same day", async () => {
    await approve(await proposed("M-LCAP", "2026-11-27", { minNext: "3000.00" }), bob);
    await approve(await proposed("M-LCAP", "2026-11-27", { minNext: "4000.00" }, bob), ann);
    house.clock.set("2026-11-27T10:00:00");
    expect((await inForce("M-LCAP")).minNext).toBe("4000.00");
  });
});

describe("the dealing status of a strategy", () => {
  it.each([
    { status: "NO_IN", open: false, reducible: true },
    { status: "SUSPENDED", open: false, reducible: false },
    { status: "NO_OUT", open: true, reducible: false },
    { status: "OPEN", open: true, reducible: true },
  ] as const)(
    "the dealing status $status permits subscriptions: $open, and redemptions: $reducible",
    async ({ status, open, reducible }) => {
      await approveNav(house, { strategy: "M-BLOCKCHAIN", date: await freeDay(), nav: "10.0000" });
      const done = await proposeDealing(house.fund, ann, { strategy: "M-BLOCKCHAIN", status, note });
      if (!done.ok) throw new Error(done.error.code);
      const { id } = done.value;
      const before = await factOf("M-BLOCKCHAIN");
      expect(await decideDealing(house.fund, ann, { id, decision: "APPROVED", note })).toMatchObject({
        error: { code: "four-eyes" },
      });
      expect(await factOf("M-BLOCKCHAIN")).toEqual(before);
      expect(await decideDealing(house.fund, cat, { id, decision: "APPROVED", note })).toMatchObject({
        ok: true,
      });
      expect(await factOf("M-BLOCKCHAIN")).toMatchObject({ open, reducible });
      const wish = subscriptionOf({
        personId: await house.addPerson(),
        strategy: "M-BLOCKCHAIN",
        navDate: "2026-11-24",
      });
      expect(await place(house, wish)).toMatchObject(
        open ? { ok: true } : { error: { code: "strategy-closed" } },
      );
      expect((await listStrategies(house.fund))[2]).toMatchObject({ open, reducible, dealingStatus: status });
      expect(await proposeDealing(house.fund, ann, { strategy: "M-BLOCKCHAIN", status, note })).toMatchObject(
        { error: { code: "dealing-same" } },
      );
    },
  );

  it("has at most one pending decision, and exists only for known strategies", async () => {
    const given = { strategy: "M-LCAP", status: "SUSPENDED", note } as const;
    expect(await proposeDealing(house.fund, ann, given)).toMatchObject({ ok: true });
    expect(await proposeDealing(house.fund, bob, { ...given, status: "NO_IN" })).toMatchObject({
      error: { code: "dealing-waits-already" },
    });
    expect(await proposeDealing(house.fund, ann, { ...given, strategy: "M-MOON" })).toMatchObject({
      error: { code: "strategy-unknown" },
    });
  });

  it("can never be set to open by a job, because the database refuses such a row", async () => {
    const planted = sql`insert into strategy_dealing (id, strategy, status, state, note, entered_at, decided_at)
      values (gen_random_uuid(), 'M-LCAP', 'OPEN', 'APPROVED', 'a job', now(), now())`;
    await expect(planted.execute(house.fund.db)).rejects.toThrow("strategy_dealing_by_job");
  });
});

let free = 0;
async function freeDay(): Promise<string> {
  free += 1;
  return `2026-11-${String(9 + free).padStart(2, "0")}`;
}
