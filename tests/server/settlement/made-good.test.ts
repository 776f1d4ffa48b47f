import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unitsBought, valueOfUnits } from "../../../domain/fund.ts";
import { formatBaht, satangOf } from "../../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../../domain/units.ts";
import { correctNav, decideNav } from "../../../server/fund/index.ts";
import { checkLedger, trialBalance, unitHolders } from "../../../server/ledger/index.ts";
import {
  accrueManagement,
  allot,
  correctionEntries,
  decideCorrection,
  decidePaymentFile,
  listCorrections,
  makePaymentFile,
  payByHand,
  postCorrections,
  previewCorrection,
  proposeCorrection,
  reopenPayout,
  takeReturns,
} from "../../../server/settlement/index.ts";
import { type FundHouse, openFundHouse, shownOrder } from "../fund/fund-house.ts";
import { soundLedger } from "./made-books.ts";
import {
  buy,
  correct,
  held,
  holder,
  houseBalance,
  madeGood,
  makeGood,
  type Staff,
  sell,
  settle,
  settling,
  staffOf,
} from "./made-good.ts";
import { orderRow } from "./sells.ts";

let house: FundHouse;
let staff: Staff;
beforeEach(async () => {
  house = await openFundHouse();
  staff = await staffOf(house);
});
afterEach(async () => {
  expect(await checkLedger(house.fund.db)).toMatchObject(soundLedger);
  await house.close();
});

const yes = (id: string) => ({ id, decision: "APPROVED", note: "checked against the custodian" }) as const;

const HANDBOOK = join(import.meta.dirname, "..", "..", "..", "docs", "fund.md");
const rows = readFileSync(HANDBOOK, "utf8")
  .split("\n")
  .filter((line) => /^\| (buys|sells) [\d.]+ (units|baht) \|/.test(line))
  .map((line) => line.slice(2, -2).split(" | "));

describe("the handbook's examples of a corrected NAV", () => {
  it("all seven examples of a corrected NAV are tested", () => expect(rows).toHaveLength(7));

  it.each(rows)(
    "a corrected NAV is compensated as the handbook states: %s at %s, right %s",
    async (wish, was, is, ...results) => {
      const [does, count = "", unit] = wish?.split(" ") ?? [];
      const personId = await (does === "buys" ? house.addPerson() : holder(house));
      const order =
        does === "buys"
          ? await buy(house, personId)
          : await sell(house, {
              personId,
              reserved: "1000",
              ...(unit === "units" ? { units: count } : { amount: count }),
            });
      await settle(house, { "M-BTCA": was ?? "" });
      const before = await held(house, personId);
      const strategyBefore = await houseBalance(house, "strategy:M-BTCA");
      const id = await correct(house, staff, { nav: is ?? "" });
      const [seen] = await listCorrections(settling(house), staff.one);
      await makeGood(settling(house), staff, id);
      const posted = await madeGood(house, order);
      expect([
        posted?.units,
        posted?.cost,
        posted?.gross,
        posted?.fee,
        posted?.vat,
        posted?.proceeds,
        posted?.borne,
      ]).toEqual(results);
      // The preview equals the result of the posting.
      expect(seen?.figures).toMatchObject({ units: results[0], payouts: results[5], borne: results[6] });
      const after = await held(house, personId);
      expect(Number(after?.units)).toBeCloseTo(Number(before?.units ?? 0) + Number(results[0]), 4);
      expect(Number(after?.cost)).toBeCloseTo(Number(before?.cost ?? 0) + Number(results[1]), 2);
      expect(await houseBalance(house, "compensation")).toBe(
        results[6] === "0.00" ? "0.00" : `-${results[6]}`,
      );
      // The strategy has the value of the order's units at the right NAV, whichever account paid for them.
      const row = await orderRow(house, order);
      const nav = tenThousandthsOf(is ?? "");
      const sold = tenThousandthsOf(row.units ?? "0");
      const given = tenThousandthsOf(results[0] ?? "0");
      const change =
        does === "buys"
          ? valueOfUnits({ units: sold + given, nav }) -
            valueOfUnits({ units: sold, nav: tenThousandthsOf(was ?? "") })
          : valueOfUnits({ units: sold, nav: tenThousandthsOf(was ?? "") }) -
            valueOfUnits({ units: sold - given, nav });
      const moved = (text: string) => (text.startsWith("-") ? -satangOf(text.slice(1)) : satangOf(text));
      expect(moved(await houseBalance(house, "strategy:M-BTCA")) - moved(strategyBefore)).toBe(change);
    },
  );
});

describe("the compensation of a corrected NAV", () => {
  it("is booked once, despite a second run, a second portal and two parallel approvals", async () => {
    const personId = await house.addPerson();
    await buy(house, personId);
    await settle(house, { "M-BTCA": "10.0000" });
    const id = await correct(house, staff, { nav: "9.5000" });
    const room = settling(house);
    expect(await decideCorrection(room, staff.one, yes(id))).toMatchObject({ value: { state: "PROPOSED" } });
    const third = await house.addPerson("finance");
    const both = await Promise.all([staff.other, third].map((by) => decideCorrection(room, by, yes(id))));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { code: "already-decided" } });
    const { hash, entries } = await checkLedger(house.fund.db);
    await Promise.all([postCorrections(room), postCorrections(room), proposeCorrection(room, id)]);
    expect(await checkLedger(house.fund.db)).toMatchObject({ hash, entries });
    expect(await held(house, personId)).toEqual({ units: "1041.3684", cost: "10000.00" });
    expect(await letters(personId, "made-good-units")).toEqual([
      expect.stringMatching(/the correct NAV is 9\.5000.*added 52\.0684 units of M-BTCA/s),
    ]);
  });

  it("is booked as a whole or not at all, and can then be approved again", async () => {
    const [one, other] = [await house.addPerson(), await house.addPerson()];
    await buy(house, one);
    await buy(house, other);
    await settle(house, { "M-BTCA": "10.0000" });
    const id = await correct(house, staff, { nav: "9.5000" });
    const room = settling(house);
    await decideCorrection(room, staff.one, yes(id));
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      house.fund.db,
    );
    await sql`create trigger refuse before insert on order_events for each row when (new.detail ->> 'what' = 'made-good') execute function refuse()`.execute(
      house.fund.db,
    );
    await expect(decideCorrection(room, staff.other, yes(id))).rejects.toThrow("disk is full");
    const count = async () =>
      (
        await house.fund.db
          .selectFrom("ledger_entries")
          .select("id")
          .where("kind", "=", "nav-correction")
          .execute()
      ).length;
    expect(await count()).toBe(0);
    expect((await listCorrections(room, staff.one))[0]).toMatchObject({ state: "PROPOSED", postedAt: null });
    await sql`drop trigger refuse on order_events`.execute(house.fund.db);
    await decideCorrection(room, staff.other, yes(id));
    expect(await count()).toBe(2);
    expect((await listCorrections(room, staff.one))[0]).toMatchObject({ state: "APPROVED", approvals: 2 });
  });

  it("can be booked for a correction that an older version of the portal approved", async () => {
    const personId = await house.addPerson();
    await buy(house, personId);
    await settle(house, { "M-BTCA": "10.0000" });
    const id = await correct(house, staff, { nav: "9.5000" });
    const at = house.clock.now().toJSDate();
    for (const by of [staff.one, staff.other])
      await sql`insert into nav_correction_decisions values (${id}, ${by}, 'APPROVED', 'as it was', ${at})`.execute(
        house.fund.db,
      );
    expect((await held(house, personId))?.units).toBe("989.3000");
    expect(await postCorrections(settling(house))).toBe(1);
    expect((await held(house, personId))?.units).toBe("1041.3684");
  });

  it("is previewed without writing anything", async () => {
    const buyer = await house.addPerson();
    await buy(house, buyer);
    const seller = await holder(house);
    await sell(house, { personId: seller, units: "400", reserved: "400" });
    await settle(house, { "M-BTCA": "10.0000" });
    const { id } = await house.fund.db
      .selectFrom("navs")
      .select("id")
      .where("status", "=", "APPROVED")
      .executeTakeFirstOrThrow();
    const room = settling(house);
    const { hash } = await checkLedger(house.fund.db);
    const seen = await previewCorrection(room, { id, nav: "๑๒.๐๐๐๐" });
    expect(seen).toEqual({
      ok: true,
      value: {
        orders: 2,
        lost: 1,
        gained: 1,
        forward: 0,
        units: "0.0000",
        baht: "714.40",
        payouts: "714.40",
        borne: "1978.60",
      },
    });
    expect(await checkLedger(house.fund.db)).toMatchObject({ hash });
    await makeGood(room, staff, await correct(house, staff, { nav: "12.0000" }));
    const [{ figures } = { figures: null }] = await listCorrections(room, staff.one);
    expect(seen).toMatchObject({ value: figures });
    expect(await houseBalance(house, "compensation")).toBe("-1978.60");
    // 10.04 differs by less than half a percent, and the same call reports that.
    expect(await previewCorrection(room, { id, nav: "10" })).toMatchObject({
      error: { code: "nav-not-approved" },
    });
    const now = await house.fund.db
      .selectFrom("navs")
      .select("id")
      .where("status", "=", "APPROVED")
      .executeTakeFirstOrThrow();
    expect(await previewCorrection(room, { id: now.id, nav: "12.0400" })).toMatchObject({
      value: { orders: 2, forward: 2, lost: 0, gained: 0, baht: "0.00", borne: "0.00" },
    });
    expect(await previewCorrection(room, { id: now.id, nav: "0" })).toMatchObject({
      error: { code: "nav-not-valid" },
    });
  });

  it("takes earlier compensations into account, and returns an overpayment to the company", async () => {
    const personId = await house.addPerson();
    const order = await buy(house, personId);
    await settle(house, { "M-BTCA": "10.0000" });
    const room = settling(house);
    await makeGood(room, staff, await correct(house, staff, { nav: "10.5000" }));
    expect(await houseBalance(house, "compensation")).toBe("-494.65");
    await makeGood(room, staff, await correct(house, staff, { nav: "9.5000" }));
    expect(await madeGood(house, order)).toMatchObject({ units: "52.0684", borne: "-494.65" });
    expect(await houseBalance(house, "compensation")).toBe("0.00");
    // A second correction reverses half of the first: the units stay, and the company bears the surplus.
    await makeGood(room, staff, await correct(house, staff, { nav: "9.7500" }));
    expect(await held(house, personId)).toMatchObject({ units: "1041.3684" });
    const net = satangOf("9893.00");
    const tooMany = valueOfUnits({ units: tenThousandthsOf("1041.3684"), nav: 97_500n }) - net;
    expect(await houseBalance(house, "compensation")).toBe(`-${formatBaht(tooMany)}`);
    await makeGood(room, staff, await correct(house, staff, { nav: "9.0000" }));
    expect(await held(house, personId)).toMatchObject({
      units: formatUnits(unitsBought({ net, nav: 90_000n })),
      cost: "10000.00",
    });
    expect(await houseBalance(house, "compensation")).toBe("0.00");
  });

  it("adds small errors up, so that two small corrections are compensated together", async () => {
    const personId = await house.addPerson();
    await buy(house, personId);
    await settle(house, { "M-BTCA": "10.0000" });
    await correct(house, staff, { nav: "9.9600" });
    const id = await correct(house, staff, { nav: "9.9300" });
    const states = (await listCorrections(settling(house), staff.one)).map(({ id: one, state }) => [
      one === id,
      state,
    ]);
    expect(states).toContainEqual([true, "PROPOSED"]);
    expect(states).toContainEqual([false, "FORWARD_ONLY"]);
    await makeGood(settling(house), staff, id);
    expect((await held(house, personId))?.units).toBe(
      formatUnits(unitsBought({ net: satangOf("9893.00"), nav: 99_300n })),
    );
  });

  it("replaces a proposal that is not decided, and its approver is notified", async () => {
    const personId = await house.addPerson();
    await buy(house, personId);
    await settle(house, { "M-BTCA": "10.0000" });
    const first = await correct(house, staff, { nav: "9.0000" });
    const room = settling(house);
    await decideCorrection(room, staff.one, yes(first));
    // The correction is approved, but its job has not run yet.
    const { id: wrong } = await house.fund.db
      .selectFrom("navs")
      .select("id")
      .where("status", "=", "APPROVED")
      .executeTakeFirstOrThrow();
    const entered = await correctNav(house.fund, staff.enters, {
      id: wrong,
      nav: "9.5000",
      reason: "read again",
    });
    if (!entered.ok) throw new Error(entered.error.code);
    await decideNav(house.fund, staff.one, { id: entered.value.id, decision: "APPROVED" });
    expect(await decideCorrection(room, staff.other, yes(first))).toMatchObject({
      error: { code: "nav-correction-replaced" },
    });
    await proposeCorrection(room, entered.value.id);
    expect(await decideCorrection(room, staff.other, yes(first))).toMatchObject({
      error: { code: "nav-correction-replaced" },
    });
    await makeGood(room, staff, entered.value.id);
    expect((await held(house, personId))?.units).toBe("1041.3684");
  });

  it("cancelled orders get no compensation, and an order that was set aside gets the right NAV", async () => {
    const [gone, aside] = [await house.addPerson(), await house.addPerson()];
    const cancelled = await buy(house, gone);
    const broken = await buy(house, aside);
    await sql`update orders set status = 'CANCELLED', changed_by = 'test', changed_at = now(), change = '{}' where id = ${cancelled}`.execute(
      house.fund.db,
    );
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      house.fund.db,
    );
    await sql
      .raw(
        `create trigger refuse before update of status on orders for each row when (new.status = 'ALLOTTED' and new.id = '${broken}') execute function refuse()`,
      )
      .execute(house.fund.db);
    await settle(house, { "M-BTCA": "10.0000" });
    const id = await correct(house, staff, { nav: "9.5000" });
    expect((await listCorrections(settling(house), staff.one))[0]).toMatchObject({
      id,
      state: "FORWARD_ONLY",
      figures: { orders: 0 },
    });
    await sql`drop trigger refuse on orders`.execute(house.fund.db);
    house.clock.set("2026-11-25T08:30:00");
    expect(await allot(settling(house))).toMatchObject({ orders: 1 });
    expect(await orderRow(house, broken)).toMatchObject({ nav: "9.5000", units: "1041.3684" });
    expect((await orderRow(house, cancelled)).status).toBe("CANCELLED");
  });

  it("covers every order even if it is approved while the allotment runs", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => house.addPerson()));
    const orders: string[] = [];
    for (const personId of people) orders.push(await buy(house, personId));
    house.clock.set("2026-11-23T18:00:00");
    const room = settling(house);
    await settle(house, { "M-BTCA": "10.0000" }, { next: "2026-11-23" });
    const { id: wrong } = await house.fund.db
      .selectFrom("navs")
      .select("id")
      .where("status", "=", "APPROVED")
      .executeTakeFirstOrThrow();
    const entered = await correctNav(house.fund, staff.enters, {
      id: wrong,
      nav: "9.5000",
      reason: "read again",
    });
    if (!entered.ok) throw new Error(entered.error.code);
    house.clock.set("2026-11-24T08:30:00");
    const settled = allot(room, house.clock.now(), { batchSize: 1 });
    await decideNav(house.fund, staff.one, { id: entered.value.id, decision: "APPROVED" });
    await proposeCorrection(room, entered.value.id);
    expect(await settled).toEqual({ orders: 12, setAside: 0 });
    const wrongly = (await Promise.all(orders.map((id) => orderRow(house, id)))).filter(
      ({ nav }) => nav === "10.0000",
    );
    const [found] = await listCorrections(room, staff.one);
    expect(found?.figures.orders).toBe(wrongly.length);
    if (wrongly.length > 0) await makeGood(room, staff, entered.value.id);
    for (const personId of people) expect((await held(house, personId))?.units).toBe("1041.3684");
  });

  it("is approved by two people and never booked by hand, which the database enforces", async () => {
    const personId = await house.addPerson();
    const order = await buy(house, personId);
    await settle(house, { "M-BTCA": "10.0000" });
    const id = await correct(house, staff, { nav: "9.5000" });
    const { db } = house.fund;
    expect(await decideCorrection(settling(house), staff.enters, yes(id))).toMatchObject({
      error: { code: "four-eyes" },
    });
    const forged = sql`insert into nav_compensations (id, nav_id, order_id, person_id, strategy, nav, units, cost, amount, gross, fee, vat, withheld, proceeds, residue, borne)
      values (gen_random_uuid(), ${id}, ${order}, ${personId}, 'M-BTCA', 9.5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0)`;
    await expect(forged.execute(db)).rejects.toThrow("once two people approved it");
    await expect(sql`update nav_corrections set posted_at = now()`.execute(db)).rejects.toThrow();
    await expect(sql`update nav_corrections set state = 'REPLACED'`.execute(db)).rejects.toThrow(
      "two people",
    );
    await makeGood(settling(house), staff, id);
    await expect(forged.execute(db)).rejects.toThrow();
    for (const change of [
      sql`update nav_compensations set units = 1`,
      sql`delete from nav_compensations`,
      sql`delete from nav_correction_orders`,
      sql`update nav_corrections set posted_at = null`,
      sql`update nav_corrections set state = 'PROPOSED', posted_at = null`,
    ])
      await expect(change.execute(db)).rejects.toThrow();
    const { rows: answer } = await sql<{ posted: number }>`
      select post_compensations(${id}, 'test', '2026-11-24', now(), null) as posted`.execute(db);
    expect(answer[0]?.posted).toBe(0);
  });

  it("corrects the booked management fee for the days with the wrong NAV", async () => {
    const personId = await holder(house);
    await settle(house, { "M-BTCA": "10.0000" });
    await sell(house, { personId, units: "1", reserved: "1" });
    await allot(settling(house));
    house.clock.set("2026-11-26T06:10:00");
    await accrueManagement(settling(house));
    const accrued = await houseBalance(house, "fees:management");
    await makeGood(settling(house), staff, await correct(house, staff, { nav: "20.0000" }));
    // The fee covers 23 November with 1,000 units and two days with 999 units, at 2 % a year: 0.55 per day at
    // NAV 10; 1.10, 1.09 and 1.09 at NAV 20.
    expect([accrued, await houseBalance(house, "fees:management")]).toEqual(["1.65", "3.28"]);
    await makeGood(settling(house), staff, await correct(house, staff, { nav: "10.0000" }));
    expect(await houseBalance(house, "fees:management")).toBe("1.65");
  });
});

/** Returns a person's letters of one kind as text. */
async function letters(personId: string, template: string): Promise<readonly string[]> {
  await house.jobs.drain();
  return (await house.messages.mailbox({ to: `${personId}@example.test` }))
    .filter((letter) => letter.template === template)
    .map(({ body }) => body);
}

describe("a switch between strategies whose sale had a wrong NAV", () => {
  async function switched(): Promise<{
    readonly personId: string;
    readonly out: string;
    readonly leg: string;
  }> {
    const personId = await holder(house);
    const out = await sell(house, { personId, units: "400", reserved: "400", into: "M-LCAP" });
    await settle(house, { "M-BTCA": "10.0000" });
    const leg = (await orderRow(house, out)).counter_order ?? "";
    return { personId, out, leg };
  }

  it("invests a higher amount if its purchase is still waiting", async () => {
    const { personId, out, leg } = await switched();
    await makeGood(settling(house), staff, await correct(house, staff, { nav: "12.0000" }));
    // The gross amount is 4,800 instead of 4,000; the units cost 4,000, so the fee is 80.00 and VAT 5.60.
    expect(await madeGood(house, out)).toMatchObject({ gross: "800.00", fee: "80.00", proceeds: "714.40" });
    expect(await orderRow(house, leg)).toMatchObject({ amount: "4714.40", status: "APPROVED" });
    expect(await houseBalance(house, "transit")).toBe("4714.40");
    expect(await letters(personId, "made-good-switch")).toEqual([
      expect.stringMatching(/will now invest 714\.40 baht more in M-LCAP: 800\.00 baht.*80\.00.*5\.60/s),
    ]);
    await settle(house, { "M-LCAP": "20.0000" }, { date: "2026-11-24", next: "2026-11-25" });
    expect(await houseBalance(house, "transit")).toBe("0.00");
    // 4,714.40 less the fee of 23.57 and VAT of 1.65 leaves 4,689.18, which buys at 20.
    expect(await held(house, personId, "M-LCAP")).toEqual({ units: "234.4590", cost: "4714.40" });
    expect((await shownOrder(house.orders, out)).corrections).toMatchObject([
      { baht: "714.40", paidAt: null },
    ]);
  });

  it("an investor gets the missing units if the switch's purchase was made at too low an amount", async () => {
    const { personId, out, leg } = await switched();
    await settle(house, { "M-LCAP": "20.0000" }, { date: "2026-11-24", next: "2026-11-25" });
    const id = await correct(house, staff, { nav: "12.0000" });
    await makeGood(settling(house), staff, id);
    expect(await madeGood(house, leg)).toMatchObject({
      strategy: "M-LCAP",
      amount: "714.40",
      cost: "714.40",
    });
    expect(await held(house, personId, "M-LCAP")).toEqual({ units: "234.4590", cost: "4714.40" });
    expect(await houseBalance(house, "transit")).toBe("0.00");
    expect((await orderRow(house, leg)).amount).toBe("4000.00");
    expect(await madeGood(house, out)).toMatchObject({ proceeds: "714.40" });
    expect(await letters(personId, "made-good-leg")).toEqual([
      expect.stringMatching(/M-BTCA on 23\/11\/2026 was wrong.*added 35\.5290 units of M-LCAP/s),
    ]);
    // The NAV of the in leg was wrong as well, and its correction covers everything that the leg bought.
    const both = await correct(house, staff, { nav: "19.0000", strategy: "M-LCAP", date: "2026-11-24" });
    await makeGood(settling(house), staff, both);
    expect((await held(house, personId, "M-LCAP"))?.units).toBe(
      formatUnits(unitsBought({ net: satangOf("4689.18"), nav: 190_000n })),
    );
  });

  it("calculates the compensation again if the switch buys units between calculation and approval", async () => {
    const { personId } = await switched();
    const id = await correct(house, staff, { nav: "12.0000" });
    await settle(house, { "M-LCAP": "20.0000" }, { date: "2026-11-24", next: "2026-11-25" });
    const room = settling(house);
    expect(await decideCorrection(room, staff.one, yes(id))).toMatchObject({
      error: { code: "nav-correction-changed" },
    });
    await makeGood(room, staff, id);
    expect((await held(house, personId, "M-LCAP"))?.units).toBe("234.4590");
  });

  it("cannot get a different amount by direct SQL", async () => {
    const { leg } = await switched();
    await expect(
      sql`update orders set amount = 9999, changed_by = 'test', changed_at = now(), change = '{}' where id = ${leg}`.execute(
        house.fund.db,
      ),
    ).rejects.toThrow("never changed");
  });
});

describe("a compensation in baht", () => {
  async function owed(off: readonly string[] = []) {
    const personId = await holder(house);
    const order = await sell(house, { personId, units: "400", reserved: "400" });
    await settle(house, { "M-BTCA": "10.0000" });
    const room = settling(house, off);
    await makeGood(room, staff, await correct(house, staff, { nav: "12.0000" }));
    return { personId, order, room };
  }

  it("is paid in a payment file and confirmed in the return file, separately from the order's payout", async () => {
    const { order, personId, room } = await owed();
    const made = await makePaymentFile(room, staff.one);
    if (!made.ok) throw new Error(made.error.code);
    await decidePaymentFile(room, await house.addPerson("finance"), {
      id: made.value.id,
      decision: "RELEASED",
    });
    const payouts = () =>
      house.fund.db
        .selectFrom("payouts")
        .selectAll()
        .where("order_id", "=", order)
        .orderBy("amount")
        .execute();
    expect((await payouts()).map(({ amount, state }) => [amount, state])).toEqual([
      ["714.40", "PAID"],
      ["4000.00", "PAID"],
    ]);
    expect((await orderRow(house, order)).paid_out_at).toBeNull();
    expect((await shownOrder(house.orders, order)).corrections[0]?.paidAt).toBeNull();
    expect(await letters(personId, "made-good-paid-out")).toEqual([expect.stringContaining("714.40 baht")]);
    expect(await letters(personId, "order-paid-out")).toEqual([expect.stringContaining("4,000.00 baht")]);
    const [besides] = await payouts();
    await takeReturns(room, staff.one, {
      file: made.value.id,
      returned: [{ payout: besides?.id ?? "", line: besides?.line ?? 0, amount: "714.40", reason: "closed" }],
    });
    expect((await shownOrder(house.orders, order)).corrections[0]?.paidAt).toBeNull();
    expect((await orderRow(house, order)).paid_out_at).not.toBeNull();
    const again = await reopenPayout(room, staff.one, {
      id: besides?.id ?? "",
      account: besides?.account ?? "",
    });
    expect(again.ok).toBe(true);
    expect((await payouts()).filter(({ compensation }) => compensation !== null)).toHaveLength(2);
  });

  it("is paid by hand with settlement-order off", async () => {
    const { order, room } = await owed(["settlement-order"]);
    const { id } = await house.fund.db
      .selectFrom("payouts")
      .select("id")
      .where("order_id", "=", order)
      .where("compensation", "is not", null)
      .executeTakeFirstOrThrow();
    await payByHand(room, staff.one, { id, reference: "KB-1" });
    expect(await payByHand(room, staff.enters, { id, confirmed: true })).toMatchObject({ ok: true });
    expect((await shownOrder(house.orders, order)).corrections[0]?.paidAt).not.toBeNull();
    expect((await orderRow(house, order)).paid_out_at).toBeNull();
  });

  it("is documented by a debit note, or by an invoice if the order had none, and announced by letter", async () => {
    const { order, personId } = await owed();
    const documents = () =>
      house.fund.db
        .selectFrom("tax_documents")
        .select(["kind", "number", "charge", "vat"])
        .where("order_id", "=", order)
        .orderBy("kind")
        .execute();
    expect(await documents()).toEqual([{ kind: "invoice", number: 1, charge: "80.00", vat: "5.60" }]);
    await makeGood(settling(house), staff, await correct(house, staff, { nav: "13.0000" }));
    expect(await documents()).toMatchObject([
      { kind: "debit-note", number: 1, charge: "40.00", vat: "2.80" },
      { kind: "invoice" },
    ]);
    // Jobs run in no fixed order.
    expect(await letters(personId, "made-good-baht")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/357\.20 baht more: 400\.00 baht.*40\.00.*2\.80/s),
        expect.stringMatching(
          /23\/11\/2026 was wrong; the correct NAV is 12\.0000.*714\.40 baht more.*next business day/s,
        ),
      ]),
    );
  });
});

it("the trial balance and the register show a compensation from its booking day on", async () => {
  const personId = await house.addPerson();
  await buy(house, personId);
  await settle(house, { "M-BTCA": "10.0000" });
  house.clock.set("2026-11-26T10:00:00");
  const id = await correct(house, staff, { nav: "9.5000" });
  await makeGood(settling(house), staff, id);
  const units = async (asOf: string) =>
    (await unitHolders(house.fund.db, { strategy: "M-BTCA", asOf })).lines.map((line) => [
      line.units,
      line.cost,
      line.since,
    ]);
  expect(await units("2026-11-25")).toEqual([["989.3000", "10000.00", "2026-11-23"]]);
  expect(await units("2026-11-26")).toEqual([["1041.3684", "10000.00", "2026-11-23"]]);
  const issued = (await trialBalance(house.fund.db, "2026-11-26")).find(
    ({ account, asset }) => account === "strategy:M-BTCA" && asset === "M-BTCA",
  );
  expect(issued?.balance).toBe("-1041.3684");
  expect(await correctionEntries(settling(house), id)).toEqual([
    expect.objectContaining({
      debit: "strategy:M-BTCA",
      credit: "investors",
      asset: "M-BTCA",
      amount: "52.0684",
    }),
  ]);
});
