import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeDemoNavs } from "../../../server/fund/development/index.ts";
import { decideNav, enterNav, listNavs, listStrategies } from "../../../server/fund/index.ts";
import { orderBook } from "../../../server/orders/index.ts";
import { approveNav, type FundHouse, openFundHouse, pay, placed, subscriptionOf } from "./fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-24T18:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
});
afterAll(() => house.close());
beforeEach(() => house.clock.set("2026-11-24T18:00:00"));

const entry = { strategy: "M-LCAP", date: "2026-11-24", nav: "10.0000" };

describe("an entered NAV", () => {
  it.each([
    { why: "a Sunday", given: { date: "2026-11-22" }, code: "nav-not-business-day", field: "date" },
    { why: "a bank holiday", given: { date: "2026-10-23" }, code: "nav-not-business-day", field: "date" },
    {
      why: "a day outside the loaded years",
      given: { date: "2024-11-25" },
      code: "nav-year-not-loaded",
      field: "date",
    },
    { why: "tomorrow", given: { date: "2026-11-25" }, code: "nav-too-early", field: "date" },
    {
      why: "a date that does not exist",
      given: { date: "2026-11-31" },
      code: "nav-date-not-valid",
      field: "date",
    },
    { why: "zero", given: { nav: "0.0000" }, code: "nav-not-positive", field: "nav" },
    { why: "a negative value", given: { nav: "-1.0000" }, code: "nav-not-positive", field: "nav" },
    { why: "five decimals", given: { nav: "10.00001" }, code: "nav-not-valid", field: "nav" },
    { why: "a word", given: { nav: "NaN" }, code: "nav-not-valid", field: "nav" },
    { why: "an exponent", given: { nav: "1e21" }, code: "nav-not-valid", field: "nav" },
    {
      why: "more digits than the column holds",
      given: { nav: "1234567890.0000" },
      code: "nav-not-valid",
      field: "nav",
    },
    {
      why: "a strategy that does not exist",
      given: { strategy: "M-MOON" },
      code: "strategy-unknown",
      field: "strategy",
    },
  ])("is rejected for $why", async ({ given, code, field }) => {
    expect(await enterNav(house.fund, ann, { ...entry, ...given })).toEqual({
      ok: false,
      error: { code, field },
    });
  });

  it.each([
    { typed: "10.5", kept: "10.5000", date: "2026-10-05" },
    { typed: " 11 ", kept: "11.0000", date: "2026-10-06" },
    { typed: "๑๑.๒๕", kept: "11.2500", date: "2026-10-07" },
  ])("is stored as $kept when typed as $typed", async ({ typed, kept, date }) => {
    const entered = await enterNav(house.fund, ann, { strategy: "M-BLOCKCHAIN", date, nav: typed });
    if (!entered.ok) throw new Error(entered.error.code);
    const list = await listNavs(house.fund, date);
    expect(list.find((nav) => nav.id === entered.value.id)?.nav).toBe(kept);
  });

  it("is rejected for the current day before the cut-off, because orders must not know their price", async () => {
    house.clock.set("2026-11-24T13:59:59.999");
    expect(await enterNav(house.fund, ann, entry)).toMatchObject({
      ok: false,
      error: { code: "nav-too-early" },
    });
  });

  it("is rejected if the strategy already has a NAV for the day, until that NAV is rejected", async () => {
    const first = await enterNav(house.fund, ann, { ...entry, strategy: "M-METAVERSE" });
    if (!first.ok) throw new Error(first.error.code);
    const again = { ...entry, strategy: "M-METAVERSE", nav: "10.1000" };
    expect(await enterNav(house.fund, bob, again)).toMatchObject({
      ok: false,
      error: { code: "nav-exists" },
    });
    await decideNav(house.fund, bob, { id: first.value.id, decision: "REJECTED" });
    expect((await enterNav(house.fund, bob, again)).ok).toBe(true);
  });

  it("requires a reason if the change is just above the limit, and none at the limit", async () => {
    await approveNav(house, { strategy: "M-STABLE", date: "2026-11-23", nav: "10.0000" });
    const jump = { strategy: "M-STABLE", date: "2026-11-24" };
    expect(await enterNav(house.fund, ann, { ...jump, nav: "10.1001" })).toEqual({
      ok: false,
      error: { code: "nav-jump", field: "reason" },
    });
    expect(await enterNav(house.fund, ann, { ...jump, nav: "9.8999" })).toMatchObject({ ok: false });
    expect(await enterNav(house.fund, ann, { ...jump, nav: "9.8999", reason: "  " })).toMatchObject({
      ok: false,
    });
    // A single word does not explain the change to the approver.
    for (const reason of ["x", "see mail", "1234567890123"])
      expect(await enterNav(house.fund, ann, { ...jump, nav: "9.8999", reason })).toMatchObject({
        error: { code: "nav-jump" },
      });
    const atLimit = await enterNav(house.fund, ann, { ...jump, nav: "10.1000" });
    if (!atLimit.ok) throw new Error(atLimit.error.code);
    await decideNav(house.fund, bob, { id: atLimit.value.id, decision: "REJECTED" });
    expect(
      (await enterNav(house.fund, ann, { ...jump, nav: "10.1001", reason: "a coin lost its peg" })).ok,
    ).toBe(true);
  });
});

describe("the approval of a NAV", () => {
  it("is preceded by the list of paid orders that wait for the NAV", async () => {
    const fresh = await openFundHouse("2026-11-23T10:00:00");
    const personId = await fresh.addPerson();
    const paid = await placed(fresh, subscriptionOf({ personId }));
    await placed(fresh, subscriptionOf({ personId }));
    await pay(fresh, { order: paid.order });
    expect(await orderBook.ordersForNav(fresh.fund.db, "2026-11-23")).toEqual(
      new Map([["M-BTCA", { orders: 1, baht: "10000.00", units: "0.0000" }]]),
    );
    expect(await orderBook.ordersForNav(fresh.fund.db, "2026-11-24")).toEqual(new Map());
    await fresh.close();
  });

  it("a person who did not enter the NAV must approve it", async () => {
    const entered = await enterNav(house.fund, ann, entry);
    if (!entered.ok) throw new Error(entered.error.code);
    const { id } = entered.value;
    const decision = "APPROVED" as const;
    expect(await decideNav(house.fund, ann, { id, decision })).toEqual({
      ok: false,
      error: { code: "four-eyes" },
    });
    expect(await decideNav(house.fund, bob, { id, decision })).toEqual({
      ok: true,
      value: { status: "APPROVED" },
    });
    expect(await decideNav(house.fund, bob, { id, decision })).toEqual({
      ok: false,
      error: { code: "already-decided" },
    });
    const lines = await house.fund.db
      .selectFrom("audit_lines")
      .select(["actor", "action", "to_state"])
      .where("subject", "=", `nav:${id}`)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { actor: `person:${ann}`, action: "navs.enter", to_state: "ENTERED" },
      { actor: `person:${bob}`, action: "navs.approve", to_state: "APPROVED" },
    ]);
  });

  it("is refused by the database if the person who entered the NAV approves it", async () => {
    const entered = await enterNav(house.fund, ann, { ...entry, strategy: "M-BTCA" });
    if (!entered.ok) throw new Error(entered.error.code);
    const forged = sql`update navs set status = 'APPROVED', decided_by = ${ann}, decided_at = now() where id = ${entered.value.id}`;
    await expect(forged.execute(house.fund.db)).rejects.toThrow("navs_four_eyes");
  });

  it("is final: an approved NAV is neither changed nor removed", async () => {
    await expect(
      sql`update navs set nav = 1 where status = 'APPROVED'`.execute(house.fund.db),
    ).rejects.toThrow("never changed");
    await expect(sql`delete from navs`.execute(house.fund.db)).rejects.toThrow("never changed");
  });

  it("approving an unknown NAV answers not-found", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    expect(await decideNav(house.fund, bob, { id, decision: "APPROVED" })).toEqual({
      ok: false,
      error: { code: "not-found" },
    });
  });

  it("is offered for each NAV that waits, whatever its day", async () => {
    expect((await listNavs(house.fund, "2026-11-20")).every((nav) => nav.status === "ENTERED")).toBe(true);
  });

  it("notifies each investor who holds the strategy, once", async () => {
    house.clock.set("2026-11-24T10:00:00");
    const holder = await house.addPerson();
    const order = await placed(
      house,
      subscriptionOf({ personId: holder, strategy: "M-NEXT GEN", navDate: "2026-11-24" }),
    );
    await pay(house, order);
    house.clock.set("2026-11-24T18:00:00");
    await approveNav(house, { strategy: "M-NEXT GEN", date: "2026-11-24", nav: "10.0000" });
    house.clock.set("2026-11-25T18:00:00");
    await house.jobs.drain();
    await house.jobs.runNow("fund.allot");
    await approveNav(house, { strategy: "M-NEXT GEN", date: "2026-11-25", nav: "10.5000" });
    await house.jobs.drain();
    const mails = (await house.messages.mailbox({ to: `${holder}@example.test` })).filter(
      (mail) => mail.template === "nav-notified" && mail.subject.includes("25/11/2026"),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain("10.5000");
  });
});

describe("generated demonstration NAVs", () => {
  it("exist once for every past business day, are marked as generated, and are the same on each run", async () => {
    const fresh = await openFundHouse("2026-11-23T10:00:00");
    try {
      const { fund, clock } = fresh;
      const calendar = await fund.calendar(fund.db);
      const written = await writeDemoNavs(fund.db, clock, calendar);
      expect(written % 6).toBe(0);
      expect(await writeDemoNavs(fund.db, clock, calendar)).toBe(0);
      const strategies = await listStrategies(fund);
      expect(strategies.map((one) => [one.code, one.riskLevel])).toEqual([
        ["M-BTCA", 7],
        ["M-LCAP", 7],
        ["M-BLOCKCHAIN", 8],
        ["M-METAVERSE", 8],
        ["M-STABLE", 5],
        ["M-NEXT GEN", 8],
      ]);
      for (const one of strategies) {
        expect(one.demo).toBe(true);
        expect(one.nav?.date).toBe("2026-11-20");
        expect(one.returns.year1).toMatch(/^-?\d+\.\d\d$/);
        expect(one.returns.sinceInceptionPerYear).toBe(true);
      }
      const first = await fund.db
        .selectFrom("navs")
        .select(["date", "nav"])
        .orderBy("date")
        .limit(1)
        .execute();
      expect(first).toEqual([{ date: "2025-01-02", nav: "10.0000" }]);
    } finally {
      await fresh.close();
    }
  });
});
