import { afterEach, beforeEach, expect, it } from "vitest";
import { formatBaht, satangOf } from "../../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../../domain/units.ts";
import { correctNav, decideNav, listStrategies } from "../../../server/fund/index.ts";
import { findDocument, handOut } from "../../../server/portfolio/documents.ts";
import { makeStatement, overviewOf } from "../../../server/portfolio/index.ts";
import { statementOf } from "../../../server/portfolio/statement.ts";
import { allTransactions, listTransactions } from "../../../server/portfolio/transactions.ts";
import { transactionsCsv } from "../../../server/portfolio/transactions-csv.ts";
import { type FundHouse, openFundHouse, pay, placed, subscriptionOf } from "../fund/fund-house.ts";
import { correct, makeGood, settling, staffOf } from "../settlement/made-good.ts";
import { approveSell, dayWith, experienced, portfolioOf } from "./investor.ts";

let house: FundHouse;
beforeEach(async () => {
  house = await openFundHouse();
});
afterEach(() => house.close());

it("a corrected NAV appears at once in returns, value and chart, while an issued statement stays unchanged", async () => {
  const personId = await house.addPerson();
  const { order } = await placed(house, subscriptionOf({ personId }));
  await pay(house, { order });
  await dayWith(house, { "M-BTCA": "10.0000" }, { date: "2026-11-23", next: "2026-11-24" });
  await dayWith(house, { "M-BTCA": "11.0000" }, { date: "2026-11-24", next: "2026-11-25" });
  const seen = async () => {
    const { total, series } = await overviewOf(house.portfolio, personId);
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

it("the compensation of a corrected NAV is the same number on every screen, in statement, file and ledger", async () => {
  const { personId, sold, switched } = await experienced(house);
  for (const { order } of [sold, switched]) await approveSell(house, order);
  await dayWith(
    house,
    { "M-BTCA": "12.0000", "M-LCAP": "19.0000" },
    { date: "2026-11-24", next: "2026-11-25" },
  );
  await dayWith(
    house,
    { "M-BTCA": "12.0000", "M-LCAP": "20.0000" },
    { date: "2026-11-25", next: "2026-11-26" },
  );
  const staff = await staffOf(house);
  // The purchase price was too high: 9,893.0000 units at 10 are 10,413.6842 units at 9.5. The selling price
  // was too low: 12 instead of 13.
  for (const { date, nav } of [
    { date: "2026-11-23", nav: "9.5000" },
    { date: "2026-11-24", nav: "13.0000" },
  ])
    await makeGood(settling(house), staff, await correct(house, staff, { date, nav }));
  const overview = await overviewOf(house.portfolio, personId);
  const books = await house.fund.db
    .selectFrom("ledger_accounts")
    .select(["asset", "balance", "cost"])
    .where("person_id", "=", personId)
    .execute();
  const holds = (asset: string) => books.find((account) => account.asset === asset);
  for (const holding of overview.holdings)
    expect([holding.units, holding.principal]).toEqual([
      holds(holding.code)?.balance,
      holds(holding.code)?.cost,
    ]);
  // The units bought rise by 520.6842. The investor gets 4,000 baht more for 4,000 units and 3,000 more for
  // 3,000 units, less the fee on profit and its VAT.
  expect(holds("M-BTCA")?.balance).toBe("3413.6842");
  expect(overview.moneyOnTheWay).toBe(formatBaht(tenThousandthsOf(holds("THB")?.balance ?? "") / 100n));
  expect(overview.onTheWay.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["payout", "47190.29"],
    ["payout", "3572.00"],
  ]);

  const room = portfolioOf(house);
  const period = { from: "2026-11-01", to: "2026-11-26" } as const;
  const statement = await statementOf(room, personId, period);
  const { strategyReturn1y: _, ...total } = overview.total;
  expect(statement.after).toEqual(total);
  expect(overview.series.at(-1)).toMatchObject({ value: total.value, profit: total.totalProfit });
  const signed = (text: string) => (text.startsWith("-") ? -satangOf(text.slice(1)) : satangOf(text));
  expect(
    signed(statement.before.value) +
      signed(statement.paidIn) -
      signed(statement.paidOut) +
      signed(statement.switched) +
      signed(statement.profit),
  ).toBe(signed(statement.after.value));
  expect(statement.switched).toBe("0.00");
  expect(statement.paidOut).toBe(formatBaht(satangOf("47190.29") + satangOf("3572.00")));

  // The lines of the history add up to the same amounts on the page, in the file and in the statement.
  const page = await listTransactions(house.portfolio, personId, { limit: 50 });
  const all = await allTransactions(house.portfolio, personId, {});
  expect(all).toEqual(page.transactions);
  const sum = (of: (line: (typeof all)[number]) => bigint) => all.reduce((so, line) => so + of(line), 0n);
  const besides = (line: (typeof all)[number], of: "fee" | "vat" | "net") =>
    line.corrections.reduce((so, more) => so + satangOf(more[of]), 0n);
  expect(sum((line) => satangOf(line.vat) + besides(line, "vat"))).toBe(satangOf(statement.fees.vat));
  expect(
    sum((line) => (line.kind === "redemption" ? satangOf(line.net ?? "0") + besides(line, "net") : 0n)),
  ).toBe(satangOf(statement.paidOut));
  const units = (text: string | null) => tenThousandthsOf(text ?? "0");
  for (const code of ["M-BTCA", "M-LCAP"])
    expect(
      formatUnits(
        all
          .filter(({ strategy }) => strategy === code)
          .reduce(
            (so, line) =>
              so +
              units(line.unitsIn) -
              units(line.unitsOut) +
              line.corrections.reduce((more, one) => more + units(one.units), 0n),
            0n,
          ),
      ),
    ).toBe(holds(code)?.balance);
  const corrections = all.flatMap((line) => line.corrections).length;
  expect(corrections).toBe(4);
  const file = transactionsCsv(all, room.say("en"));
  expect(file.split("\r\n").filter((line) => line.includes("NAV corrected"))).toHaveLength(corrections);
  const made = await makeStatement(room, personId, { ...period, format: "csv", language: "th" });
  if (!made.ok) throw new Error(made.error.code);
  const kept = await findDocument(room, made.value.id);
  const bytes = kept === null ? null : await handOut(room, kept);
  if (!bytes?.ok) throw new Error("no statement");
  expect(
    bytes.value
      .toString("utf8")
      .split("\r\n")
      .filter((line) => line.includes("แก้ไข NAV")),
  ).toHaveLength(corrections);
  expect((await makeStatement(room, personId, { ...period, format: "pdf", language: "en" })).ok).toBe(true);
});
