import { sql } from "kysely";
import type { PortfolioRoom } from "../../../server/portfolio/index.ts";
import { allot } from "../../../server/settlement/index.ts";
import { approveNav, type FundHouse, pay, placed, subscriptionOf } from "../fund/fund-house.ts";
import { bankAccount, redeem, standing, switchOver } from "../orders/sell-house.ts";

/** Creates the portfolio room of a house; every person is called Kanchanok Saphan. */
export function portfolioOf(house: FundHouse, isOnFor = (_flag: string) => true): PortfolioRoom {
  return {
    ...house.portfolio,
    isOnFor: async (flag) => isOnFor(flag),
    names: async () => ({ th: "กาญจนก สะพานน้ำ", en: "Kanchanok Saphan" }),
  };
}

/** Approves a sell like finance, including the other leg of a switch. */
export async function approveSell(house: FundHouse, order: string): Promise<void> {
  const at = house.clock.now().toJSDate();
  await sql`insert into order_approvals (order_id, person_id, role, decision, at)
    values (${order}, ${await house.addPerson("finance")}, 'finance', 'APPROVED', ${at})`.execute(
    house.fund.db,
  );
  await sql`update orders set status = 'APPROVED', changed_by = 'test', changed_at = ${at}
    where id = ${order} or counter_order = ${order}`.execute(house.fund.db);
}

/** Sets the NAVs of a day, and moves the clock to the next morning. */
export async function dayWith(
  house: FundHouse,
  navs: Readonly<Record<string, string>>,
  of: { readonly date: string; readonly next: string },
): Promise<void> {
  house.clock.set(`${of.date}T18:00:00`);
  for (const [strategy, nav] of Object.entries(navs)) {
    const entry = { strategy, date: of.date, nav, reason: "the market moved" };
    await approveNav(house, entry);
  }
  house.clock.set(`${of.next}T08:30:00`);
  await allot(house.settlement);
}

/**
 * Adds a person who bought M-BTCA for 100,000 baht at 10.0000 (9,893 units), sold 4,000 units at 12.0000 and
 * switched 3,000 units at 12.0000 into M-LCAP at 20.0000. No payout is made yet. The tests state figures that
 * were computed by hand.
 */
export async function experienced(house: FundHouse) {
  const personId = await house.addPerson();
  const payoutAccount = await bankAccount(house, { personId });
  const { order: bought } = await placed(house, subscriptionOf({ personId, amount: "100000.00" }));
  await pay(house, { order: bought, amount: "100000.00" });
  await dayWith(house, { "M-BTCA": "10.0000" }, { date: "2026-11-23", next: "2026-11-24" });
  const wish = (units: string) => ({ kind: "units", units }) as const;
  house.clock.set("2026-11-24T10:00:00");
  const sold = standing(
    await redeem(house, { personId, payoutAccount, navDate: "2026-11-24", wish: wish("4000.0000") }),
  );
  const switched = standing(
    await switchOver(house, { personId, navDate: "2026-11-24", wish: wish("3000.0000") }),
  );
  return { personId, bought, sold, switched };
}
