import { DateTime } from "luxon";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ZONE } from "../../../server/clock/index.ts";
import { overviewOf } from "../../../server/portfolio/index.ts";
import {
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  shownOrder,
  subscriptionOf,
} from "../fund/fund-house.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

describe("the payment instructions of an order", () => {
  it("the payment instructions contain the account and its holder until the order is paid", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId }));
    expect((await shownOrder(house.orders, order)).payIn).toMatchObject({
      account: {
        // The holder's name is written as the bank prints it, in Thai and in English.
        holder: expect.stringMatching(/^[\u0E00-\u0E7F. ]+ \/ Saphan [A-Za-z ]+$/),
        number: "000-0-00000-0",
        demo: true,
      },
    });
    expect((await overviewOf(house.portfolio, personId)).next).toMatchObject({
      kind: "pay",
      payIn: { days: [{}, {}, {}, {}] },
    });
    await pay(house, { order });
    expect((await shownOrder(house.orders, order)).payIn).toBeNull();
  });

  it("the payment instructions contain no demonstration account in runtime", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId }));
    const runtime = { ...house.orders, config: { ...house.orders.config, env: "runtime" as const } };
    expect((await shownOrder(runtime, order)).payIn?.account).toBeNull();
  });

  it("list every remaining cut-off with its NAV, and money before a cut-off gets that NAV", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId }));
    const told = (await shownOrder(house.orders, order)).payIn?.days ?? [];
    expect(told).toEqual(
      ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"].map((navDate) => ({
        before: `${navDate}T14:00:00+07:00`,
        navDate,
      })),
    );
    house.clock.set("2026-11-24T14:00:00");
    expect((await shownOrder(house.orders, order)).payIn?.days).toEqual(told.slice(2));
    house.clock.set("2026-11-26T13:00:00");
    for (const [at, { before, navDate }] of told.entries()) {
      const one = await placedAgain(at);
      const lastMoment = DateTime.fromISO(before, { zone: ZONE })
        .minus({ milliseconds: 1 })
        .toISO() as string;
      expect((await pay(house, { order: one.order, at: lastMoment })).ok).toBe(true);
      expect((await shownOrder(house.orders, one.order)).navDate).toBe(navDate);
    }
    const late = await placedAgain(9);
    expect(await pay(house, { order: late.order, at: told.at(-1)?.before as string })).toMatchObject({
      ok: false,
      error: { code: "order-not-open" },
    });
  });

  /** Places an order like the first one on Monday morning, at any time of the clock. */
  async function placedAgain(key: number) {
    const now = house.clock.now().toISO() as string;
    house.clock.set("2026-11-23T10:00:00");
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId, key: `again ${key}` }));
    house.clock.set(now);
    return { personId, order };
  }

  it("are not shown after the payment deadline", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId }));
    house.clock.set("2026-11-26T14:00:00");
    expect((await shownOrder(house.orders, order)).payIn).toBeNull();
    expect((await overviewOf(house.portfolio, personId)).next).toEqual({ kind: "none" });
  });
});
