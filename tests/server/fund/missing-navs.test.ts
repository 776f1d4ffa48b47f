import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalDate } from "../../../engine/values/local-date.ts";
import { decideDealing, listStrategies, proposeDealing } from "../../../server/fund/index.ts";
import { openDaysBefore } from "../../../server/fund/missing-navs.ts";
import { orderBook } from "../../../server/orders/index.ts";
import {
  approveNav,
  type FundHouse,
  openFundHouse,
  pay,
  place,
  placed,
  subscriptionOf,
} from "./fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
let cat: string;
let investor: string;
let order: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-23T10:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  cat = await house.addPerson("compliance");
  investor = await house.addPerson();
  await approveNav(house, { strategy: "M-BTCA", date: "2026-11-20", nav: "10.0000" });
  ({ order } = await placed(house, subscriptionOf({ personId: investor })));
});
afterAll(() => house.close());

const watch = () =>
  house.jobs.runNow("fund.missing-navs") as Promise<{ letters: number; suspended: readonly string[] }>;
const mails = async (template: string) => {
  await house.jobs.drain();
  return (await house.messages.mailbox()).filter((mail) => mail.template === template);
};

describe("a NAV that is missing in the evening", () => {
  it.each([
    ["before 20:00", "2026-11-23T19:59:59.999"],
    ["on a Sunday", "2026-11-22T20:00:00"],
    ["on a bank holiday", "2026-10-23T20:00:00"],
    ["in a year without its holidays", "2024-11-25T20:00:00"],
  ])("a missing NAV causes no alarm %s", async (_when, at) => {
    house.clock.set(at);
    expect(await watch()).toEqual({ letters: 0, suspended: [] });
  });

  it("a missing NAV causes one alarm to everyone in finance from 20:00 on, with the deadline", async () => {
    house.clock.set("2026-11-23T20:00:00");
    expect(await watch()).toEqual({ letters: 4, suspended: [] });
    await watch();
    // The recipients are the two people of this test, and the two who entered and approved the NAV.
    const sent = await mails("nav-missing");
    expect(sent).toHaveLength(4);
    expect(sent.map(({ to }) => to)).toEqual(
      expect.arrayContaining([`${ann}@example.test`, `${bob}@example.test`]),
    );
    expect(sent[0]?.body).toMatch(/M-BTCA.*20:00 on 25\/11\/2026/s);
  });
});

describe("an earlier business day without all its NAVs", () => {
  it.each([
    { day: "2026-11-24", at: "2026-11-24T10:00:00", open: [{ date: "2026-11-23", strategies: ["M-BTCA"] }] },
    // The day itself does not count as an earlier day, and a day before its cut-off needs no NAV yet.
    { day: "2026-11-23", at: "2026-11-23T19:00:00", open: [] },
    { day: "2026-11-24", at: "2026-11-23T13:59:59.999", open: [] },
  ])(
    "an earlier business day without all its NAVs is reported for $day at $at: $open",
    async ({ day, at, open }) => {
      house.clock.set(at);
      expect(await openDaysBefore(house.fund, day as LocalDate, orderBook)).toEqual(open);
    },
  );
});

describe("a NAV that is missing for two business days", () => {
  it("a missing NAV does not suspend a strategy before the second day, nor a strategy that never had a NAV", async () => {
    house.clock.set("2026-11-25T15:00:00");
    const late = await placed(house, subscriptionOf({ personId: investor, navDate: "2026-11-26" }));
    await pay(house, { order: late.order });
    house.clock.set("2026-11-25T19:59:59.999");
    expect((await watch()).suspended).toEqual([]);
  });

  it("suspends its strategy, writes an audit line, and sends letters to colleagues and waiting investors", async () => {
    house.clock.set("2026-11-25T20:00:00");
    expect((await watch()).suspended).toEqual(["M-BTCA"]);
    expect((await watch()).suspended).toEqual([]);
    expect((await listStrategies(house.fund))[0]).toMatchObject({
      open: false,
      reducible: false,
      dealingStatus: "SUSPENDED",
    });
    expect(await place(house, subscriptionOf({ personId: investor, navDate: "2026-11-26" }))).toMatchObject({
      error: { code: "strategy-closed" },
    });
    expect((await mails("strategy-suspended")).map(({ to }) => to)).toEqual([`${investor}@example.test`]);
    expect((await mails("strategy-suspended-staff")).map(({ to }) => to)).toEqual(
      expect.arrayContaining([ann, bob, cat].map((id) => `${id}@example.test`)),
    );
    const lines = await house.fund.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "dealing.suspend")
      .execute();
    expect(lines).toMatchObject([{ detail: { strategy: "M-BTCA", missing: "2026-11-23" } }]);
    // Orders placed and paid before the suspension keep their state.
    const kept = await house.fund.db
      .selectFrom("orders")
      .select("status")
      .where("id", "=", order)
      .executeTakeFirst();
    expect(kept?.status).toBe("APPROVED");
  });

  it.each([
    ["2026-11-26", "2026-11-26T10:00:00", ["2026-11-23", "2026-11-24", "2026-11-25"]],
    // A day before the suspension still needs a NAV if orders wait for it.
    ["2026-11-30", "2026-11-30T10:00:00", ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"]],
  ])("is listed together with the other days without a NAV: %s", async (day, at, dates) => {
    house.clock.set(at);
    expect(await openDaysBefore(house.fund, day as LocalDate, orderBook)).toEqual(
      dates.map((date) => ({ date, strategies: ["M-BTCA"] })),
    );
  });

  it("keeps its strategy suspended until two people reopen it", async () => {
    house.clock.set("2026-11-25T20:00:00");
    const given = { strategy: "M-BTCA", status: "OPEN", note: "the NAVs are there" } as const;
    const done = await proposeDealing(house.fund, ann, given);
    if (!done.ok) throw new Error(done.error.code);
    await approveNav(house, { strategy: "M-BTCA", date: "2026-11-25", nav: "10.0000" });
    await decideDealing(house.fund, bob, { id: done.value.id, decision: "APPROVED", note: "seen" });
    expect((await watch()).suspended).toEqual([]);
    expect((await listStrategies(house.fund))[0]).toMatchObject({ open: true, reducible: true });
  });
});
