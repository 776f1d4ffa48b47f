import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { correctNav, decideNav } from "../../../server/fund/index.ts";
import {
  allot,
  decideCorrection,
  proposeCorrection,
  type SettlementRoom,
} from "../../../server/settlement/index.ts";
import { approveNav, type FundHouse, pay, placed, subscriptionOf } from "../fund/fund-house.ts";
import { give, sell } from "./sells.ts";

/** People who correct and decide: two of finance and one of compliance. */
export type Staff = { readonly enters: string; readonly one: string; readonly other: string };

export async function staffOf(house: FundHouse): Promise<Staff> {
  return {
    enters: await house.addPerson("finance"),
    one: await house.addPerson("finance"),
    other: await house.addPerson("compliance"),
  };
}

/** Returns the settlement room with all of its dependencies. */
export function settling(house: FundHouse, off: readonly string[] = []): SettlementRoom {
  return {
    ...house.settlement,
    isOn: (flag) => !off.includes(flag),
    destination: async (_db, _person, account) => ({
      bank: "KBANK",
      number: account.slice(-10),
      holder: "Somchai",
      verified: true,
    }),
  };
}

/** Adds a person with 1,000 units that cost 10,000 baht. */
export async function holder(house: FundHouse, strategy = "M-BTCA"): Promise<string> {
  const personId = await house.addPerson();
  await give(house, { personId, units: "1000.0000", cost: "10000.00", strategy });
  return personId;
}

/** Adds a paid subscription of 10,000 baht on 23 November; returns its id. */
export async function buy(house: FundHouse, personId: string, strategy = "M-BTCA"): Promise<string> {
  house.clock.set("2026-11-23T10:00:00");
  const { order } = await placed(house, subscriptionOf({ personId, strategy, key: randomUUID() }));
  await pay(house, { order });
  return order;
}

/** Sets the NAV of a day, and runs the allotment of the next morning. */
export async function settle(
  house: FundHouse,
  navs: Readonly<Record<string, string>>,
  { date = "2026-11-23", next = "2026-11-24" }: { readonly date?: string; readonly next?: string } = {},
): Promise<void> {
  house.clock.set(`${date}T18:00:00`);
  for (const [strategy, nav] of Object.entries(navs)) {
    const entry = { strategy, date, nav, reason: "the market moved" };
    await approveNav(house, entry);
  }
  house.clock.set(`${next}T08:30:00`);
  await allot(settling(house));
}

/** Enters and approves a correction, and calculates its compensation; returns the correction's id. */
export async function correct(
  house: FundHouse,
  staff: Staff,
  of: { readonly nav: string; readonly strategy?: string; readonly date?: string },
): Promise<string> {
  const wrong = await house.fund.db
    .selectFrom("navs")
    .select("id")
    .where("strategy", "=", of.strategy ?? "M-BTCA")
    .where("date", "=", of.date ?? "2026-11-23")
    .where("status", "=", "APPROVED")
    .executeTakeFirstOrThrow();
  const entered = await correctNav(house.fund, staff.enters, {
    id: wrong.id,
    nav: of.nav,
    reason: "the price of one coin was of another day",
  });
  if (!entered.ok) throw new Error(`correct: ${entered.error.code}`);
  const decided = await decideNav(house.fund, staff.one, { id: entered.value.id, decision: "APPROVED" });
  if (!decided.ok) throw new Error(`correct: ${decided.error.code}`);
  await proposeCorrection(settling(house), entered.value.id);
  return entered.value.id;
}

/** Approves the compensation as two people, which posts it; a recalculated compensation is approved again. */
export async function makeGood(room: SettlementRoom, staff: Staff, id: string): Promise<void> {
  for (const by of [staff.one, staff.other]) {
    const yes = { id, decision: "APPROVED", note: "checked against the custodian" } as const;
    let decided = await decideCorrection(room, by, yes);
    if (!decided.ok && decided.error.code === "nav-correction-changed")
      decided = await decideCorrection(room, by, yes);
    if (!decided.ok) throw new Error(`makeGood: ${decided.error.code}`);
  }
}

/** Returns the last compensation posted for an order. */
export async function madeGood(house: FundHouse, order: string) {
  return await house.fund.db
    .selectFrom("nav_compensations")
    .selectAll()
    .where("order_id", "=", order)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Returns the balance of a house account as decimal text. */
export async function houseBalance(house: FundHouse, account: string): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(case when e.credit = a.id then e.amount else -e.amount end), 0)::numeric(30, 2)::text as balance
    from ledger_accounts a join ledger_entries e on a.id in (e.debit, e.credit) where a.house = ${account} and a.asset = 'THB'`.execute(
    house.fund.db,
  );
  return rows[0]?.balance ?? "";
}

/** Returns the units and their cost as booked. */
export async function held(house: FundHouse, personId: string, strategy = "M-BTCA") {
  return await house.fund.db
    .selectFrom("holdings")
    .select(["units", "cost"])
    .where("person_id", "=", personId)
    .where("strategy", "=", strategy)
    .executeTakeFirst();
}

export { sell };
