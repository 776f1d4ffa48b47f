import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideNav, enterNav, listStrategies } from "../../../server/fund/index.ts";
import { type FundHouse, openFundHouse } from "./fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-24T17:30:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  await house.addPerson("operations");
  await house.addPerson();
});
afterAll(() => house.close());

const remind = () => house.jobs.runNow("fund.remind-navs");
const letters = async () => {
  await house.jobs.drain();
  return await house.messages.mailbox();
};

describe("the reminder of the day's NAVs", () => {
  it.each([
    ["before the cut-off", "2026-11-24T13:59:00"],
    ["on a Sunday", "2026-11-22T17:30:00"],
    ["on a bank holiday", "2026-10-23T17:30:00"],
    ["in a year without its holidays", "2024-11-25T17:30:00"],
  ])("is not sent %s", async (_when, at) => {
    house.clock.set(at);
    expect(await remind()).toBe(0);
    expect(await letters()).toEqual([]);
  });

  it("goes to everyone in finance once a day, and names the missing and the unapproved NAVs", async () => {
    house.clock.set("2026-11-24T17:30:00");
    const entered = await enterNav(house.fund, ann, {
      strategy: "M-LCAP",
      date: "2026-11-24",
      nav: "10.0000",
      reason: "x",
    });
    expect(entered.ok).toBe(true);
    expect(await remind()).toBe(2);
    await remind();
    const sent = await letters();
    expect(sent.map(({ to }) => to).sort()).toEqual([`${ann}@example.test`, `${bob}@example.test`].sort());
    for (const { body, template } of sent) {
      expect(template).toBe("nav-reminder");
      expect(body).toMatch(/M-BTCA, .*M-STABLE/);
      expect(body).toMatch(/: M-LCAP/);
      expect(body).toContain("/staff/nav");
    }
  });

  it("is not sent if every NAV of the day is approved", async () => {
    house.clock.set("2026-11-25T17:30:00");
    for (const { code } of await listStrategies(house.fund)) {
      const given = { strategy: code, date: "2026-11-25", nav: "10.0000", reason: "test" };
      const entered = await enterNav(house.fund, ann, given);
      if (!entered.ok) throw new Error(entered.error.code);
      const decided = await decideNav(house.fund, bob, { id: entered.value.id, decision: "APPROVED" });
      expect(decided.ok).toBe(true);
    }
    expect(await remind()).toBe(0);
  });
});
