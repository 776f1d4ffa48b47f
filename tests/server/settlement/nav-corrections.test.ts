import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { correctNav, decideNav, listNavs, listStrategies } from "../../../server/fund/index.ts";
import { correctionOrders, decideCorrection, listCorrections } from "../../../server/settlement/index.ts";
import {
  approveNav,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  subscriptionOf,
} from "../fund/fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
let cat: string;
let investor: string;
const note = "checked against the custodian";
const reason = "the price of one coin was of another day";

/** Allots a subscription of 10,000 baht at a NAV of 10.0000; returns the order's id. */
async function allottedAt(strategy: string): Promise<string> {
  house.clock.set("2026-11-24T10:00:00");
  investor = await house.addPerson();
  const order = await placed(house, subscriptionOf({ personId: investor, strategy, navDate: "2026-11-24" }));
  await pay(house, order);
  house.clock.set("2026-11-24T18:00:00");
  await approveNav(house, { strategy, date: "2026-11-24", nav: "10.0000" });
  house.clock.set("2026-11-25T09:00:00");
  await house.jobs.drain();
  await house.jobs.runNow("fund.allot");
  await house.jobs.drain();
  return order.order;
}

async function navOf(strategy: string): Promise<string> {
  const navs = await listNavs(house.fund, "2026-11-24");
  return navs.find((nav) => nav.strategy === strategy && nav.status === "APPROVED")?.id ?? "";
}

async function corrected(strategy: string, nav: string): Promise<string> {
  const entered = await correctNav(house.fund, ann, { id: await navOf(strategy), nav, reason });
  if (!entered.ok) throw new Error(entered.error.code);
  const decided = await decideNav(house.fund, bob, { id: entered.value.id, decision: "APPROVED" });
  if (!decided.ok) throw new Error(decided.error.code);
  await house.jobs.drain();
  return entered.value.id;
}

const correction = async (id: string, by = bob) =>
  (await listCorrections(house.settlement, by)).find((one) => one.id === id);

beforeAll(async () => {
  house = await openFundHouse("2026-11-24T10:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  cat = await house.addPerson("compliance");
});
afterAll(() => house.close());
beforeEach(() => house.clock.set("2026-11-25T09:00:00"));

describe("a NAV correction", () => {
  it("needs an approved NAV, a different value and a reason", async () => {
    await allottedAt("M-LCAP");
    const id = await navOf("M-LCAP");
    const given = { id, nav: "9.5000", reason };
    expect(await correctNav(house.fund, ann, { ...given, nav: "0" })).toMatchObject({
      error: { code: "nav-not-positive" },
    });
    expect(await correctNav(house.fund, ann, { ...given, nav: "ten" })).toMatchObject({
      error: { code: "nav-not-valid" },
    });
    expect(await correctNav(house.fund, ann, { ...given, nav: "10" })).toMatchObject({
      error: { code: "nav-same" },
    });
    expect(await correctNav(house.fund, ann, { ...given, reason: " " })).toMatchObject({
      error: { code: "nav-reason-missing" },
    });
    expect(await correctNav(house.fund, ann, { ...given, id: ann })).toMatchObject({
      error: { code: "nav-not-approved" },
    });
    const entered = await correctNav(house.fund, ann, given);
    if (!entered.ok) throw new Error(entered.error.code);
    expect(await correctNav(house.fund, bob, given)).toMatchObject({ error: { code: "nav-exists" } });
    expect(await decideNav(house.fund, ann, { id: entered.value.id, decision: "APPROVED" })).toMatchObject({
      error: { code: "four-eyes" },
    });
    // After the correction is rejected, the earlier NAV is valid as before.
    await decideNav(house.fund, bob, { id: entered.value.id, decision: "REJECTED" });
    expect(await navOf("M-LCAP")).toBe(id);
  });

  it("keeps the wrong NAV visible, and gives every reader the right NAV from the approval on", async () => {
    const before = await listStrategies(house.fund);
    expect(before[1]?.nav).toEqual({ value: "10.0000", date: "2026-11-24" });
    await corrected("M-LCAP", "9.5000");
    expect((await listStrategies(house.fund))[1]?.nav).toEqual({ value: "9.5000", date: "2026-11-24" });
    const entries = (await listNavs(house.fund, "2026-11-24")).filter(
      ({ strategy }) => strategy === "M-LCAP",
    );
    expect(entries.map(({ nav, status, corrects }) => [nav, status, corrects])).toEqual([
      ["10.0000", "REPLACED", null],
      ["9.5000", "REJECTED", "10.0000"],
      ["9.5000", "APPROVED", "10.0000"],
    ]);
    const letters = await house.messages.mailbox({ to: `${investor}@example.test` });
    expect(letters.filter(({ template }) => template === "nav-corrected")).toMatchObject([
      { body: expect.stringMatching(/10\.0000.*9\.5000/) },
    ]);
  });

  it("is the only way to change a NAV, because the database refuses an edited or second NAV", async () => {
    const { db } = house.fund;
    await expect(
      sql`update navs set status = 'REPLACED' where status = 'APPROVED'`.execute(db),
    ).rejects.toThrow("never changed");
    await expect(sql`update navs set nav = 1 where status = 'REPLACED'`.execute(db)).rejects.toThrow(
      "never changed",
    );
    const again = sql`insert into navs (id, strategy, date, nav, status, entered_by, entered_at, reason)
      values (gen_random_uuid(), 'M-LCAP', '2026-11-24', 11, 'ENTERED', ${ann}, now(), 'x')`;
    await expect(again.execute(db)).rejects.toThrow("only a correction replaces it");
    const astray = sql`insert into navs (id, strategy, date, nav, status, entered_by, entered_at, reason, replaces)
      select gen_random_uuid(), 'M-LCAP', '2026-11-24', 11, 'ENTERED', ${ann}, now(), 'x', id from navs where status = 'REPLACED' limit 1`;
    await expect(astray.execute(db)).rejects.toThrow("names the approved NAV");
  });
});

describe("orders allotted at a wrong NAV", () => {
  it("orders at a wrong NAV are listed with their investors' losses, and two people approve the compensation", async () => {
    const order = await allottedAt("M-BTCA");
    const id = await corrected("M-BTCA", "9.5000");
    expect(await correction(id)).toMatchObject({
      strategy: "M-BTCA",
      before: "10.0000",
      nav: "9.5000",
      reason,
      state: "PROPOSED",
      figures: {
        orders: 1,
        lost: 1,
        gained: 0,
        forward: 0,
        units: "52.0684",
        baht: "494.65",
        payouts: "0.00",
        borne: "0.00",
      },
      mayDecide: true,
    });
    expect((await correction(id, ann))?.mayDecide).toBe(false);
    expect(await correctionOrders(house.settlement, id)).toMatchObject([
      { kind: "subscription", allotted: "989.3000", units: "52.0684", baht: "494.65", owed: true },
    ]);
    const yes = { id, decision: "APPROVED", note } as const;
    expect(await decideCorrection(house.settlement, ann, yes)).toMatchObject({
      error: { code: "four-eyes" },
    });
    expect(await decideCorrection(house.settlement, bob, yes)).toEqual({
      ok: true,
      value: { state: "PROPOSED" },
    });
    expect(await decideCorrection(house.settlement, bob, yes)).toMatchObject({
      error: { code: "four-eyes" },
    });
    expect(await decideCorrection(house.settlement, cat, yes)).toEqual({
      ok: true,
      value: { state: "APPROVED" },
    });
    expect(await decideCorrection(house.settlement, cat, yes)).toMatchObject({
      error: { code: "already-decided" },
    });
    // The row of the order is never rewritten.
    const kept = await house.fund.db
      .selectFrom("orders")
      .select("nav")
      .where("id", "=", order)
      .executeTakeFirst();
    expect(kept?.nav).toBe("10.0000");
  });

  it("an order gets no deduction if the wrong NAV was to the investor's advantage", async () => {
    await allottedAt("M-METAVERSE");
    const id = await corrected("M-METAVERSE", "10.5000");
    expect(await correction(id)).toMatchObject({
      state: "PROPOSED",
      figures: { orders: 1, lost: 0, gained: 1, baht: "0.00", borne: "494.65" },
    });
    expect(await correctionOrders(house.settlement, id)).toMatchObject([
      { units: "-47.1096", baht: "-494.65", owed: false },
    ]);
    expect(await decideCorrection(house.settlement, bob, { id, decision: "REJECTED", note })).toMatchObject({
      value: { state: "REJECTED" },
    });
  });

  it("orders stay unchanged if the NAV error is under half a percent, and the right NAV counts from then on", async () => {
    await allottedAt("M-NEXT GEN");
    const id = await corrected("M-NEXT GEN", "9.9600");
    expect(await correction(id)).toMatchObject({
      state: "FORWARD_ONLY",
      figures: { orders: 1, lost: 0, gained: 0, forward: 1, borne: "0.00" },
      mayDecide: false,
    });
    expect(await decideCorrection(house.settlement, bob, { id, decision: "APPROVED", note })).toMatchObject({
      error: { code: "already-decided" },
    });
  });

  it("orders at a wrong NAV are proposed once for compensation, however often the job runs", async () => {
    await allottedAt("M-STABLE");
    const id = await corrected("M-STABLE", "9.0000");
    await house.jobs.runNow("fund.nav-approved", { nav: id });
    expect(await correction(id)).toMatchObject({ figures: { orders: 1 } });
  });

  it("require two people to approve, which the database enforces", async () => {
    await allottedAt("M-BLOCKCHAIN");
    const id = await corrected("M-BLOCKCHAIN", "9.0000");
    const { db } = house.fund;
    await expect(
      sql`update nav_corrections set state = 'APPROVED' where nav_id = ${id}`.execute(db),
    ).rejects.toThrow("two people");
    const forged = (by: string) =>
      sql`insert into nav_correction_decisions values (${id}, ${by}, 'APPROVED', 'yes', now())`.execute(db);
    await expect(forged(ann)).rejects.toThrow("who enters never approves");
    await expect(forged(investor)).rejects.toThrow("only finance or compliance");
    await expect(sql`delete from nav_correction_orders`.execute(db)).rejects.toThrow();
  });
});
