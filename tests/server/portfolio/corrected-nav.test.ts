import { afterEach, beforeEach, expect, it } from "vitest";
import { correctNav, decideNav, listStrategies } from "../../../server/fund/index.ts";
import { makeStatement, overviewOf } from "../../../server/portfolio/index.ts";
import { type FundHouse, openFundHouse, pay, placed, subscriptionOf } from "../fund/fund-house.ts";
import { dayWith, portfolioOf } from "./investor.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

it("a corrected NAV is seen at once in returns, value and chart; a statement that was handed out stays", async () => {
  const personId = await house.addPerson();
  const { order } = await placed(house, subscriptionOf({ personId }));
  await pay(house, { order });
  await dayWith(house, { "M-BTCA": "10.0000" }, { date: "2026-11-23", next: "2026-11-24" });
  await dayWith(house, { "M-BTCA": "11.0000" }, { date: "2026-11-24", next: "2026-11-25" });
  const seen = async () => {
    const { total, series } = await overviewOf(house.fund, personId);
    const strategy = (await listStrategies(house.fund)).find(({ code }) => code === "M-BTCA");
    return { value: total.value, last: series.at(-1)?.value, day1: strategy?.returns.day1 };
  };
  expect(await seen()).toEqual({ value: "10882.30", last: "10882.30", day1: "10.00" });
  const room = portfolioOf(house);
  const wish = { from: "2026-11-01", to: "2026-11-25", format: "pdf", language: "en" } as const;
  const before = await makeStatement(room, personId, wish);

  const { id } = await house.fund.db
    .selectFrom("navs")
    .select("id")
    .where("strategy", "=", "M-BTCA")
    .where("date", "=", "2026-11-24")
    .executeTakeFirstOrThrow();
  const corrected = await correctNav(house.fund, await house.addPerson("finance"), {
    id,
    nav: "10.5000",
    reason: "a price was read from the wrong day",
  });
  if (!corrected.ok) throw new Error(corrected.error.code);
  expect((await seen()).value).toBe("10882.30");
  await decideNav(house.fund, await house.addPerson("finance"), {
    id: corrected.value.id,
    decision: "APPROVED",
  });
  expect(await seen()).toEqual({ value: "10387.65", last: "10387.65", day1: "5.00" });

  const after = await makeStatement(room, personId, wish);
  if (!before.ok || !after.ok) throw new Error("no statement");
  expect(after.value.id).not.toBe(before.value.id);
  const kept = await room.db.selectFrom("account_documents").select(["id", "sha256"]).execute();
  expect(kept.find(({ id }) => id === before.value.id)?.sha256).toBe(before.value.sha256);
});
