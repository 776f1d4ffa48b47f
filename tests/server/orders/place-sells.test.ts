import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fundFacts } from "../../../server/fund/index.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { ordersFacts } from "../../../server/orders/index.ts";
import {
  ableInvestor,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  shownOrder,
  subscriptionOf,
  suspend,
} from "../fund/fund-house.ts";
import { bankAccount, hold, holder, holdingOf, lastNav, redeem, standing, switchOver } from "./sell-house.ts";

// The NAV of Friday is 10 baht, so an investor with 1,000 units has 10,000 baht.
let house: FundHouse;
beforeAll(async () => {
  house = await openFundHouse();
  await lastNav(house, "M-BTCA", "10.0000");
  await lastNav(house, "M-LCAP", "20.0000");
  await lastNav(house, "M-METAVERSE", "10.0000");
});
afterAll(async () => {
  const books = await checkLedger(house.fund.db);
  await house.close();
  expect(books).toMatchObject({ unbalancedAssets: [], wrongBalances: [], wrongPending: [] });
});
beforeEach(() => {
  house.clock.set("2026-11-23T10:00:00");
  house.investor.current = ableInvestor;
});

const amount = (baht: string) => ({ kind: "amount", amount: baht }) as const;
const unitsOf = (units: string) => ({ kind: "units", units }) as const;
const all = { kind: "all" } as const;
const rowOf = (order: string) =>
  house.fund.db.selectFrom("orders").selectAll().where("id", "=", order).executeTakeFirstOrThrow();
const refused = (code: string) => ({ ok: false, error: { code } });

describe("a new redemption", () => {
  it("is answered with a reference and its days, reserves the units, and fixes rates and destination", async () => {
    const who = await holder(house);
    const order = standing(await redeem(house, { ...who, wish: amount("3000.00") }));
    expect(order).toMatchObject({
      navDate: "2026-11-23",
      allotmentDate: "2026-11-24",
      payoutDate: "2026-11-24",
      sellAll: false,
    });
    expect(order.reference).toMatch(/^SP-261123-\d{6}$/);
    expect(await rowOf(order.order)).toMatchObject({
      status: "WAITING",
      amount: "3000.00",
      reserved_units: "300.0000",
      approvals_needed: 1,
      needs_compliance: false,
      fee_bps: 1000,
      vat_bps: 700,
      min_remainder: "1000.00",
      dust_rule: true,
      payout_account: who.payoutAccount,
      payout_label: "004 xxx-xxx-3334",
    });
    expect(await holdingOf(house, who.personId)).toEqual({ units: "1000.0000", pending_units: "300.0000" });
  });

  it("a redemption by amount reserves a ten-thousandth of a unit more if the amount is no multiple of the NAV", async () => {
    await lastNav(house, "M-STABLE", "3.0000");
    const who = await holder(house, { strategy: "M-STABLE", units: "5000.0000" });
    const order = standing(await redeem(house, { ...who, strategy: "M-STABLE", wish: amount("1000.00") }));
    expect((await rowOf(order.order)).reserved_units).toBe("333.3334");
  });

  it.each([
    { why: "the whole value by amount", wish: amount("10000.00"), reserved: "1000.0000", sellAll: true },
    { why: "all units", wish: unitsOf("1000.0000"), reserved: "1000.0000", sellAll: true },
    { why: "everything", wish: all, reserved: "1000.0000", sellAll: true },
    { why: "exactly the minimum", wish: amount("1000.00"), reserved: "100.0000", sellAll: false },
    {
      why: "an amount that leaves exactly the minimum",
      wish: amount("9000.00"),
      reserved: "900.0000",
      sellAll: false,
    },
    {
      why: "an amount that leaves a satang less than the minimum",
      wish: amount("9000.01"),
      reserved: "1000.0000",
      sellAll: true,
    },
    // 99.9996 units remain, worth 999.996 baht, which is exactly the minimum when rounded to the satang.
    {
      why: "an amount that leaves the minimum after rounding",
      wish: unitsOf("900.0004"),
      reserved: "900.0004",
      sellAll: false,
    },
    {
      why: "an amount that leaves 999.994 baht",
      wish: unitsOf("900.0006"),
      reserved: "1000.0000",
      sellAll: true,
    },
  ])("a redemption with the dust rule reserves $reserved: $why", async ({ wish, reserved, sellAll }) => {
    const who = await holder(house);
    const order = standing(await redeem(house, { ...who, wish }));
    expect(order.sellAll).toBe(sellAll);
    expect((await rowOf(order.order)).reserved_units).toBe(reserved);
  });

  it.each([
    { why: "if a satang less than the minimum would remain", wish: amount("9000.01") },
    { why: "if a ten-thousandth of a unit would remain", wish: unitsOf("999.9999") },
  ])("a redemption without the dust rule is rejected $why", async ({ wish }) => {
    const who = await holder(house);
    expect(await redeem(house, { ...who, wish, dustRule: false })).toEqual(refused("remainder"));
    expect(standing(await redeem(house, { ...who, wish: all, dustRule: false })).sellAll).toBe(true);
  });

  describe("by an investor whose money is still becoming units", () => {
    /**
     * Returns a person with 1,000 units worth 10,000 baht and an order of 10,000 baht, of which 9,893 become
     * units.
     */
    const buyer = async (of: { readonly paid: boolean; readonly strategy?: string }) => {
      const who = await holder(house);
      const strategy = of.strategy ?? "M-BTCA";
      const { order } = await placed(house, subscriptionOf({ personId: who.personId, strategy }));
      if (of.paid) await pay(house, { order });
      return who;
    };
    /** Returns the limits of a redemption as the page shows them. */
    const shown = async (personId: string) => {
      const provider = ordersFacts(house.orders).find(({ id }) => id === "reduction");
      const subject = `person:${personId}` as const;
      const asked = { db: house.fund.db, clock: house.clock, personId, subject };
      const fact = await provider?.load(asked, { code: "M-BTCA" });
      return { most: fact?.most, mostUnits: fact?.mostUnits };
    };

    it.each([
      { why: "counts paid money as held", paid: true, wish: amount("9500.00"), reserved: "950.0000" },
      {
        why: "leaves a ten-thousandth of a unit",
        paid: true,
        wish: unitsOf("999.9999"),
        reserved: "999.9999",
      },
      {
        why: "sells everything if everything is requested",
        paid: true,
        wish: unitsOf("1000.0000"),
        reserved: "1000.0000",
      },
      { why: "does not count unpaid money", paid: false, wish: amount("9500.00"), reserved: "1000.0000" },
      {
        why: "does not count money paid for another strategy",
        paid: true,
        strategy: "M-LCAP",
        wish: amount("9500.00"),
        reserved: "1000.0000",
      },
    ])("is checked against the right limits: $why", async ({ wish, reserved, ...of }) => {
      const who = await buyer(of);
      const order = standing(await redeem(house, { ...who, wish }));
      expect(await rowOf(order.order)).toMatchObject({ reserved_units: reserved });
      expect(order.sellAll).toBe(reserved === "1000.0000");
    });

    it("is checked against the same limits as the page shows", async () => {
      const paid = await buyer({ paid: true });
      expect(await shown(paid.personId)).toEqual({ most: "9999.99", mostUnits: "999.9999" });
      const unpaid = await buyer({ paid: false });
      expect(await shown(unpaid.personId)).toEqual({ most: "9000.00", mostUnits: "900.0005" });
    });

    it("may be for a part of the units while the dust rule is off", async () => {
      const who = await buyer({ paid: true });
      expect(
        standing(await redeem(house, { ...who, wish: amount("9500.00"), dustRule: false })).sellAll,
      ).toBe(false);
    });
  });

  it.each([
    {
      why: "a satang more than the value of the holding",
      wish: amount("10000.01"),
      code: "not-enough-units",
    },
    {
      why: "a ten-thousandth of a unit more than held",
      wish: unitsOf("1000.0001"),
      code: "not-enough-units",
    },
    {
      why: "the largest amount that a column holds",
      wish: amount("9999999999999999.99"),
      code: "not-enough-units",
    },
    { why: "nothing", wish: amount("0.00"), code: "minimum" },
    { why: "no units", wish: unitsOf("0.0000"), code: "minimum" },
    { why: "a satang less than the minimum", wish: amount("999.99"), code: "minimum" },
    { why: "units worth 999.99 baht", wish: unitsOf("99.9990"), code: "minimum" },
  ])("a redemption of $why is rejected: $code", async ({ wish, code }) => {
    const who = await holder(house);
    expect(await redeem(house, { ...who, wish })).toEqual(refused(code));
    expect((await holdingOf(house, who.personId)).pending_units).toBe("0.0000");
  });

  it.each(["-1.00", "1.005", "1e21", "NaN", "๑๐๐๐.๐๐", "", "1,000.00", "Infinity"])(
    "a redemption with the amount %j is rejected before it reaches the database",
    async (text) => {
      const who = await holder(house);
      const before = await sql`select count(*) from orders`.execute(house.fund.db);
      if (text !== "-1.00")
        await expect(redeem(house, { ...who, wish: amount(text) })).rejects.toThrow("satangOf");
      else expect(await redeem(house, { ...who, wish: amount(text) })).toEqual(refused("minimum"));
      expect(await sql`select count(*) from orders`.execute(house.fund.db)).toEqual(before);
    },
  );

  it("a redemption that would leave less than the minimum holding must be for everything", async () => {
    const who = await holder(house, { units: "50.0000" });
    expect(await redeem(house, { ...who, wish: amount("400.00") })).toEqual(refused("minimum"));
    expect(standing(await redeem(house, { ...who, wish: all })).sellAll).toBe(true);
  });

  it("can wait beside others within the remaining units, but not beside a redemption of everything", async () => {
    const who = await holder(house);
    standing(await redeem(house, { ...who, wish: amount("3000.00") }));
    standing(await redeem(house, { ...who, wish: amount("4000.00") }));
    expect((await holdingOf(house, who.personId)).pending_units).toBe("700.0000");
    expect(await redeem(house, { ...who, wish: amount("3000.01") })).toEqual(refused("not-enough-units"));
    expect(await redeem(house, { ...who, wish: all })).toEqual(refused("everything-pending"));
    standing(await redeem(house, { ...who, wish: amount("3000.00") }));
    expect(await redeem(house, { ...who, wish: amount("1000.00") })).toEqual(refused("everything-pending"));
  });

  it("a redemption of everything blocks further redemptions, also of units that arrive later", async () => {
    const who = await holder(house);
    standing(await redeem(house, { ...who, wish: all }));
    await hold(house, { personId: who.personId, units: "500.0000" });
    expect(await redeem(house, { ...who, wish: amount("1000.00") })).toEqual(refused("everything-pending"));
    expect(await switchOver(house, { ...who, wish: amount("1000.00") })).toEqual(
      refused("everything-pending"),
    );
  });

  it.each([
    { value: "1999999.99", approvals: 1, compliance: false },
    { value: "2000000.00", approvals: 2, compliance: false },
    { value: "49999999.99", approvals: 2, compliance: false },
    { value: "50000000.00", approvals: 3, compliance: true },
  ])(
    "a redemption of $value baht waits for $approvals approvals",
    async ({ value, approvals, compliance }) => {
      const who = await holder(house, { units: "9000000.0000" });
      const order = standing(await redeem(house, { ...who, wish: amount(value) }));
      expect(await rowOf(order.order)).toMatchObject({
        approvals_needed: approvals,
        needs_compliance: compliance,
      });
    },
  );

  it("needs approvals for its whole value if the remainder is sold as well", async () => {
    const who = await holder(house, { units: "200000.0000" });
    const order = standing(await redeem(house, { ...who, wish: amount("1999999.99") }));
    expect(order.sellAll).toBe(true);
    expect((await rowOf(order.order)).approvals_needed).toBe(2);
  });

  it("gets the next day's NAV from 14:00:00.000 on, and the same day's NAV before", async () => {
    const who = await holder(house);
    house.clock.set("2026-11-23T14:00:00.000");
    expect(await redeem(house, { ...who, wish: amount("1000.00") })).toEqual(refused("nav-day-changed"));
    const late = standing(await redeem(house, { ...who, wish: amount("1000.00"), navDate: "2026-11-24" }));
    expect(late).toMatchObject({ navDate: "2026-11-24", payoutDate: "2026-11-25" });
    house.clock.set("2026-11-23T13:59:59.999");
    expect(standing(await redeem(house, { ...who, wish: amount("1000.00") })).navDate).toBe("2026-11-23");
  });

  it("a redemption is rejected if the calendar does not include its days, or if no NAV was ever approved", async () => {
    const who = await holder(house, { strategy: "M-NEXT GEN" });
    expect(await redeem(house, { ...who, strategy: "M-NEXT GEN", wish: all })).toEqual(
      refused("unavailable"),
    );
    house.clock.set("2027-12-30T10:00:00");
    expect(await redeem(house, { ...who, wish: all })).toEqual(refused("unavailable"));
  });

  it("is rejected for a terminated strategy, and for an unknown one", async () => {
    const who = await holder(house, { strategy: "M-METAVERSE" });
    await suspend(house, "M-METAVERSE");
    expect(await redeem(house, { ...who, strategy: "M-METAVERSE", wish: all })).toEqual(
      refused("strategy-closed"),
    );
    expect(await redeem(house, { ...who, strategy: "M-MOON", wish: all })).toEqual(
      refused("strategy-closed"),
    );
  });

  it("is rejected if the investor is locked, holds no units or does not meet the rule", async () => {
    const who = await holder(house);
    expect(await redeem(house, { ...who, wish: all }, false)).toEqual(refused("not-able"));
    const stranger = await house.addPerson();
    expect(
      await redeem(house, {
        personId: stranger,
        payoutAccount: await bankAccount(house, { personId: stranger }),
        wish: all,
      }),
    ).toEqual(refused("not-enough-units"));
    await sql`update people set locked_at = now() where id = ${who.personId}`.execute(house.fund.db);
    expect(await redeem(house, { ...who, wish: all })).toEqual(refused("not-able"));
  });
});

describe("the cancellation deadline", () => {
  it("an order has the cancellation deadline that its review showed", async () => {
    const who = await holder(house, { units: "3000.0000" });
    const dealing = fundFacts(house.fund).find(({ id }) => id === "dealing");
    const subject = `person:${who.personId}` as const;
    const asked = { db: house.fund.db, clock: house.clock, personId: who.personId, subject };
    const said = await dealing?.load(asked, {});
    const until = async (order: string) => (await shownOrder(house.orders, order)).cancellableUntil;
    const sold = standing(await redeem(house, { ...who, wish: amount("1000.00") }));
    expect(await until(sold.order)).toBe(said?.cutOff);
    const switched = standing(await switchOver(house, { ...who, wish: amount("12000.00") }));
    expect(await until(switched.order)).toBe(said?.cutOff);
    const bought = await placed(house, subscriptionOf({ personId: who.personId }));
    expect(await until(bought.order)).toBe(said?.payBy);
    await pay(house, { order: bought.order });
    expect(await until(bought.order)).toBe(said?.cutOff);
  });
});

describe("the destination bank account of a redemption", () => {
  const destination = async (given: Parameters<typeof bankAccount>[1], old = true) => {
    if (old) await bankAccount(house, { personId: given.personId, status: "REPLACED" });
    return await bankAccount(house, given);
  };

  it.each([
    {
      why: "not reviewed yet",
      status: "PENDING",
      at: "2026-01-05T03:00:00Z",
      code: "destination-not-verified",
    },
    { why: "replaced", status: "REPLACED", at: "2026-01-05T03:00:00Z", code: "destination-not-verified" },
    {
      why: "new for a millisecond less than 24 hours",
      status: "VERIFIED",
      at: "2026-11-22T03:00:00.001Z",
      code: "destination-not-verified",
    },
    { why: "new for 24 hours", status: "VERIFIED", at: "2026-11-22T03:00:00Z", code: null },
  ] as const)(
    "a redemption to a bank account that is $why gets the code $code",
    async ({ status, at, code }) => {
      const { personId } = await holder(house);
      const payoutAccount = await destination({ personId, status, at });
      const placed = await redeem(house, { personId, payoutAccount, wish: amount("1000.00") });
      expect(placed.ok ? null : placed.error.code).toBe(code);
    },
  );

  it("a bank account that was submitted with the identity is available at once", async () => {
    const personId = await house.addPerson();
    await hold(house, { personId, units: "1000.0000" });
    const payoutAccount = await destination({ personId, at: "2026-11-23T02:00:00Z" }, false);
    expect((await redeem(house, { personId, payoutAccount, wish: all })).ok).toBe(true);
  });

  it("a bank account of another person, or an unknown bank account, is rejected", async () => {
    const who = await holder(house);
    const other = await holder(house);
    expect(await redeem(house, { ...who, payoutAccount: other.payoutAccount, wish: all })).toEqual(
      refused("destination-not-verified"),
    );
    expect(await redeem(house, { ...who, payoutAccount: randomUUID(), wish: all })).toEqual(
      refused("destination-not-verified"),
    );
  });
});

describe("a new switch", () => {
  it("consists of two legs that refer to each other, sold at today's NAV and bought at tomorrow's", async () => {
    const who = await holder(house, { units: "3000.0000" });
    const placed = standing(await switchOver(house, { ...who, wish: amount("12000.00") }));
    expect(placed).toMatchObject({
      navDate: "2026-11-23",
      allotmentDate: "2026-11-24",
      inNavDate: "2026-11-24",
      inAllotmentDate: "2026-11-25",
      sellAll: false,
    });
    expect(placed.reference).not.toBe(placed.inReference);
    expect(await rowOf(placed.order)).toMatchObject({
      kind: "switch-out",
      status: "WAITING",
      strategy: "M-BTCA",
      counter_order: placed.inOrder,
      reserved_units: "1200.0000",
      fee_bps: 1000,
      approvals_needed: 1,
    });
    expect(await rowOf(placed.inOrder)).toMatchObject({
      kind: "switch-in",
      status: "WAITING",
      strategy: "M-LCAP",
      counter_order: placed.order,
      amount: null,
      fee_bps: 50,
      reserved_units: "0.0000",
      risk_level: 7,
      risk_acknowledged: true,
    });
  });

  it.each([
    { why: "the same strategy", given: { to: "M-BTCA" }, code: "same-strategy" },
    { why: "a target that does not exist", given: { to: "M-MOON" }, code: "strategy-closed" },
    { why: "a target that is suspended", given: { to: "M-METAVERSE" }, code: "strategy-closed" },
    { why: "less than a new target's first minimum", given: { wish: amount("9999.99") }, code: "minimum" },
    { why: "more than held", given: { wish: amount("30000.01") }, code: "not-enough-units" },
    { why: "another NAV day than was shown", given: { navDate: "2026-11-24" }, code: "nav-day-changed" },
  ])("is rejected for $why", async ({ given, code }) => {
    const who = await holder(house, { units: "3000.0000" });
    expect(await switchOver(house, { ...who, wish: amount("12000.00"), ...given })).toEqual(refused(code));
    expect((await holdingOf(house, who.personId)).pending_units).toBe("0.0000");
  });

  it("a switch into a strategy that the investor holds has the minimum of a redemption", async () => {
    const who = await holder(house, { units: "3000.0000" });
    await hold(house, { personId: who.personId, units: "1.0000", strategy: "M-LCAP" });
    expect((await switchOver(house, { ...who, wish: amount("1000.00") })).ok).toBe(true);
  });

  it("a switch above the investor's risk level needs an acknowledgement", async () => {
    house.investor.current = { ...ableInvestor, suitMaxRisk: 6 };
    const who = await holder(house, { units: "3000.0000" });
    const wish = { ...who, wish: amount("12000.00") };
    expect(await switchOver(house, { ...wish, riskAcknowledged: false })).toEqual(refused("not-able"));
    expect((await switchOver(house, wish)).ok).toBe(true);
  });

  it("is rejected while switching is off or the investor may not invest, unlike a redemption", async () => {
    const who = await holder(house, { units: "3000.0000" });
    const wish = { ...who, wish: amount("12000.00") };
    expect(await switchOver(house, wish, false)).toEqual(refused("not-able"));
    const off = { ...house, orders: { ...house.orders, switching: async () => false } };
    expect(await switchOver(off, wish)).toEqual(refused("switching-off"));
    expect((await redeem(off, wish)).ok).toBe(true);
  });
});

describe("one submission of a redemption or switch", () => {
  it("a redemption sent fifty times at once with one key creates one order and gets fifty equal answers", async () => {
    const who = await holder(house);
    const wish = { ...who, key: randomUUID(), wish: amount("3000.00") };
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(house, wish)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await holdingOf(house, who.personId)).pending_units).toBe("300.0000");
  });

  it("a switch sent fifty times at once with one key creates each of its two legs once", async () => {
    const who = await holder(house, { units: "3000.0000" });
    const wish = { ...who, key: randomUUID(), wish: amount("12000.00") };
    const answers = await Promise.all(Array.from({ length: 50 }, () => switchOver(house, wish)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await holdingOf(house, who.personId)).pending_units).toBe("1200.0000");
  });

  it("is answered with the existing order even after the cut-off, and never with another investor's order", async () => {
    const who = await holder(house);
    const wish = { ...who, key: randomUUID(), wish: amount("3000.00") };
    const first = standing(await redeem(house, wish));
    house.clock.set("2026-11-23T14:00:00");
    expect(standing(await redeem(house, wish))).toEqual(first);
    const other = await holder(house);
    await expect(redeem(house, { ...wish, ...other, navDate: "2026-11-24" })).rejects.toThrow(
      /idempotency_key/,
    );
  });
});
