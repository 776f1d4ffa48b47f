import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import fc from "fast-check";
import i18next from "i18next";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { bpsOfPercent, type NavPoint, percentOfBps, strategyReturns } from "../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import {
  formatUnits as formatAmount,
  formatChange,
  formatBaht as formatShown,
  formatSigned,
} from "../../renderer/kit/text/format.ts";
import { ReportBody } from "../../renderer/portal/documents/performance-screen.tsx";
import { HoldingList } from "../../renderer/portal/overview/overview-screen.tsx";
import {
  navChange,
  profitChange,
  RANGES,
  type Range,
  shownIn,
} from "../../renderer/portal/parts/chart-range.ts";
import { OrderList } from "../../renderer/portal/parts/order-list.tsx";
import type { WholeOverview } from "../../renderer/portal/parts/records.ts";
import { PortfolioBody } from "../../renderer/portal/portfolio/portfolio-screen.tsx";
import { Held } from "../../renderer/portal/strategies/strategy-screen.tsx";
import { TransactionList } from "../../renderer/portal/transactions/transaction-list.tsx";
import { percentText } from "../../server/fund/strategies.ts";
import { orderView } from "../../server/orders/index.ts";
import { movementOf } from "../../server/portfolio/account.ts";
import type { Transaction } from "../../server/portfolio/answers.ts";
import { type AccountPart, accountOf } from "../../server/portfolio/overview.ts";
import { reportOf } from "../../server/portfolio/performance-report.ts";
import {
  type Movement,
  type Position,
  seriesOf,
  standingOf,
  totalProfitOf,
  walkThrough,
} from "../../server/portfolio/standing.ts";
import { periodOf } from "../../server/portfolio/statement.ts";
import { statementCsv, statementPdf } from "../../server/portfolio/statement-file.ts";
import { transactionOf } from "../../server/portfolio/transactions.ts";
import { transactionsCsv } from "../../server/portfolio/transactions-csv.ts";

// Links contain no figures, and a router for 1,000 pages is slow.
vi.mock("../../renderer/kit/parts/page-link.tsx", () => ({
  PageLink: ({ children }: { readonly children: ReactNode }) => createElement("a", {}, children),
}));

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: {
      en: {
        "my-account": await import("../../locales/en/my-account.json"),
        "my-orders": await import("../../locales/en/my-orders.json"),
        documents: await import("../../locales/en/documents.json"),
        portfolio: await import("../../locales/en/portfolio.json"),
      },
    },
    interpolation: { escapeValue: false },
  });
});

const RUNS = { numRuns: 1_000 };
const CODES = ["M-BTCA", "M-LCAP", "M-STABLE", "M-METAVERSE"];
/** Parts of an overview other than the figures, all empty. */
const NOTHING_ELSE = { onTheWay: [], latestOrders: [], recommended: { maxRisk: null, strategies: [] } };
const ABOUT = {
  language: "en",
  brand: "Saphan",
  holder: null,
  at: new Date(0),
  say: (key: string) => key,
} as const;

/** Returns the cells of a strategy's table row. */
function rowOf(page: string, code: string): readonly string[] {
  const row = page
    .split("<tr")
    .slice(1)
    .find((one) => one.includes(`>${code}<`) || one.includes(` ${code}</a>`));
  return (row?.split(/<t[hd][ >]/) ?? []).slice(1).map((cell) => textOf(`<td ${cell}`));
}

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function omitted<Of extends object, Key extends keyof Of>(of: Of, key: Key): Omit<Of, Key> {
  const { [key]: _, ...rest } = of;
  return rest;
}

/** Returns the database row of an allotted order, with the columns that figures use. */
function orderOf(strategy: string, { kind, navDate, units, gross, cost, fee, vat }: Movement, at: number) {
  const buys = kind === "subscription" || kind === "switch-in";
  return {
    id: `${strategy}-${at}`,
    reference: `SP-${strategy}-${at}`,
    kind,
    status: "ALLOTTED",
    strategy,
    nav_date: navDate,
    allotted_on: navDate,
    placed_at: new Date(`${navDate}T03:00:00Z`),
    nav: "10.0000",
    units: formatUnits(units),
    amount: buys ? formatBaht(gross) : null,
    value: buys ? null : formatBaht(gross),
    cost: buys ? null : formatBaht(cost),
    proceeds: buys ? null : formatBaht(gross - fee - vat),
    fee: formatBaht(fee),
    vat: formatBaht(vat),
  } as const;
}

/** Returns the history line for the database row of an order. */
function lineOf(order: ReturnType<typeof orderOf>): Transaction {
  const row = order as Parameters<typeof transactionOf>[0];
  const rest = { step: "allotted", counter: null } as unknown as Parameters<typeof transactionOf>[1];
  return { ...transactionOf(row, rest), corrections: [] };
}

const NOTHING_MADE_GOOD = {
  more_units: "0",
  more_cost: "0",
  more_amount: "0",
  more_gross: "0",
  more_fee: "0",
  more_vat: "0",
} as const;

const firstDay = Date.parse("2024-01-31T00:00:00Z");

const dayAt = (offset: number) => new Date(firstDay + offset * 86_400_000).toISOString().slice(0, 10);

/** NAVs on some days of two years by date, with weekends, holidays and gaps of weeks. */
const history: fc.Arbitrary<readonly NavPoint[]> = fc
  .uniqueArray(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 60 })
  .chain((days) =>
    fc
      .array(fc.bigInt({ min: 1n, max: 10n ** 7n }), { minLength: days.length, maxLength: days.length })
      .map((navs) =>
        days
          .sort((one, other) => one - other)
          .map((day, at) => ({ date: dayAt(day), nav: navs[at] as bigint })),
      ),
  );

const drawn = (points: readonly NavPoint[]) =>
  points.map(({ date, nav }) => ({ date, value: formatUnits(nav) }));

describe("a strategy's return over a period", () => {
  const PERIODS = [
    ["3m", "months3"],
    ["6m", "months6"],
    ["1y", "year1"],
  ] as const;

  it("a strategy's return is the same in API, table of returns, chart sentence and chart table", () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...PERIODS), (points, [range, field]) => {
        const returns = strategyReturns(points);
        const shown = shownIn(drawn(points), range);
        // A period longer than the history has no figure, and the chart does not use its name.
        expect(shown.whole).toBe(returns[field].kind === "not-available");
        if (shown.whole) {
          expect(shown.points).toHaveLength(points.length);
          return;
        }
        expect(navChange(shown)).toBe(percentText(returns[field]));
        // Plain arithmetic on the first and last rows of the chart's table gives the same return.
        const [first, last] = [shown.points[0], shown.points.at(-1)].map((row) => Number(row?.value));
        const percent = ((last as number) / (first as number) - 1) * 100;
        expect(Math.abs(percent - Number(percentText(returns[field])))).toBeLessThan(
          0.0051 + Math.abs(percent) * 1e-9,
        );
      }),
      RUNS,
    );
  });

  it("the return since the first NAV equals the chart's figure, unless the return is a yearly rate", () => {
    fc.assert(
      fc.property(history, (points) => {
        const { sinceInception, sinceInceptionPerYear } = strategyReturns(points);
        if (sinceInceptionPerYear || sinceInception.kind === "not-available") return;
        expect(navChange(shownIn(drawn(points), "all"))).toBe(percentText(sinceInception));
      }),
      RUNS,
    );
  });

  it("a strategy's return is measured from the last NAV on or before the first day, not from the next NAV", () => {
    const points = [
      { date: "2026-05-22", nav: 100_000n },
      { date: "2026-05-27", nav: 110_000n },
      { date: "2026-11-25", nav: 121_000n },
    ];
    const shown = shownIn(drawn(points), "6m");
    expect(shown.points[0]?.date).toBe("2026-05-22");
    expect(navChange(shown)).toBe("21.00");
  });
});

describe("an investor's figures", () => {
  /** Actions on one strategy: buying for an amount, or selling a number of thousandths of the units held. */
  const acts = fc.array(
    fc.record({
      at: fc.nat({ max: 1_000 }),
      kind: fc.constantFrom("subscription", "switch-in", "redemption", "switch-out"),
      amount: fc.bigInt({ min: 1_000_000n, max: 10n ** 9n }),
      part: fc.bigInt({ min: 1n, max: 1_000n }),
      fee: fc.bigInt({ min: 0n, max: 100_000n }),
      /**
       * Number of thousandths that a corrected NAV compensated, of the units bought or of the units sold with
       * their cost.
       */
      made: fc.oneof({ weight: 4, arbitrary: fc.constant(0n) }, fc.bigInt({ min: 0n, max: 500n })),
    }),
    { maxLength: 6 },
  );
  const position: fc.Arbitrary<Position> = fc.tuple(history, acts).map(([points, wished]) => {
    let units = 0n;
    let cost = 0n;
    const movements: Movement[] = [];
    const made = (moved: bigint, thousandths: bigint) => (moved * thousandths) / 1_000n;
    for (const { at, kind, amount, part, fee, made: good } of wished.sort(
      (one, other) => one.at - other.at,
    )) {
      const { date, nav } = points[Math.min(at, points.length - 1)] as NavPoint;
      const vat = fee / 14n;
      const buys = kind === "subscription" || kind === "switch-in";
      const moved = buys ? ((amount - fee - vat) * 1_000_000n) / nav : (units * part) / 1_000n;
      if (moved <= 0n) continue;
      const gross = buys ? amount : valueOfUnits({ units: moved, nav });
      const costOut = buys ? 0n : moved === units ? cost : (cost * moved) / units;
      units += buys ? moved : -moved;
      cost += buys ? gross : -costOut;
      const charged = buys
        ? { fee, vat }
        : { fee: gross < fee * 2n ? 0n : fee, vat: gross < fee * 2n ? 0n : vat };
      // Later orders were calculated without the compensation, which only changes the movement.
      movements.push({
        kind,
        navDate: date,
        units: buys ? moved + made(moved, good) : moved - made(moved, good),
        gross,
        cost: costOut - made(costOut, good),
        ...charged,
      });
    }
    return { points, movements };
  });
  const portfolio = fc
    .array(position, { minLength: 1, maxLength: 4 })
    .map((positions) => positions.filter(({ movements }) => movements.length > 0))
    .filter((positions) => positions.length > 0);

  const partOf = (code: string, points: readonly NavPoint[], movements: readonly Movement[]): AccountPart => {
    const { units, cost } = standingOf(movements);
    const books = { units: formatUnits(units), cost: formatBaht(cost), pending_units: "0", since: "" };
    return { code, nameKey: code, riskLevel: 8, history: { points, demo: false }, movements, books };
  };
  const partsOf = (positions: readonly Position[]) =>
    positions.map(({ points, movements }, at) => ({
      code: CODES[at] as string,
      history: { points, demo: false },
      movements,
    }));

  /** Returns the ledger account of these positions, with every order allotted. */
  const account = (positions: readonly Position[]) => {
    const of = accountOf(
      positions.map(({ points, movements }, at) => partOf(CODES[at] as string, points, movements)),
    );
    return { ...of, parts: [...of.holdings, ...of.soldOut] };
  };
  const line = (positions: readonly Position[]) =>
    seriesOf(positions).map((day) => ({
      date: day.date,
      value: day.value,
      reference: day.principal,
      profit: day.profit,
    }));

  it("an investor's figures are the same in the total, in the sum of the strategies and at the end of the chart", () => {
    fc.assert(
      fc.property(portfolio, (positions) => {
        const { parts, total } = account(positions);
        for (const field of [
          "value",
          "principal",
          "profit",
          "fees",
          "beforeFees",
          "realised",
          "feesOnSells",
          "totalProfit",
        ] as const)
          expect(parts.reduce((sum, part) => sum + satangOf(part[field]), 0n)).toBe(satangOf(total[field]));
        expect(satangOf(total.beforeFees) - satangOf(total.fees)).toBe(satangOf(total.profit));
        expect(satangOf(total.profit) + satangOf(total.realised) - satangOf(total.feesOnSells)).toBe(
          satangOf(total.totalProfit),
        );
        expect(line(positions).at(-1)).toMatchObject({
          value: total.value,
          reference: total.principal,
          profit: total.totalProfit,
        });
      }),
      RUNS,
    );
  });

  it("an investor's figures are the same in overview, portfolio, strategy page, statement and CSV", () => {
    fc.assert(
      fc.property(portfolio, (positions) => {
        const of = account(positions);
        const overview = { ...of, ...NOTHING_ELSE } as unknown as WholeOverview;
        const page = renderToStaticMarkup(
          createElement(PortfolioBody, { of: overview, strategies: [], hidden: false }),
        );
        const list = renderToStaticMarkup(
          createElement(HoldingList, { of: overview.holdings, hidden: false }),
        );
        const to = positions
          .map(({ points }) => points.at(-1)?.date ?? "")
          .sort()
          .at(-1) as string;
        const whole = periodOf(partsOf(positions), { from: "2024-01-01", to, waiting: 0n });
        const file = statementCsv({ ...whole, transactions: [] }, ABOUT)
          .toString("utf8")
          .split("\r\n");
        expect(whole.after).toEqual(omitted(of.total, "strategyReturn1y"));
        expect(textOf(page)).toContain(formatShown(of.total.invested));
        expect(of.holdings.reduce((all, { share }) => all + bpsOfPercent(share), 0n)).toBe(
          of.holdings.length === 0 || satangOf(of.total.value) === 0n ? 0n : 10_000n,
        );
        for (const held of of.holdings) {
          const { code, value, principal, profit, units, nav, navDate } = held;
          expect(whole.holdings).toContainEqual({ code, units, nav, navDate, value, principal, profit });
          expect(file).toContain([code, units, nav, navDate, value, principal, profit].join(","));
          const percent = held.profitPercent === null ? "–" : formatChange(held.profitPercent);
          const [, ...cells] = rowOf(page, code);
          expect(cells.slice(0, 4)).toEqual([
            formatShown(principal),
            formatShown(value),
            formatSigned(profit),
            percent,
          ]);
          expect(rowOf(list, code).slice(1, 4)).toEqual([
            formatAmount(units),
            formatShown(value),
            formatSigned(profit),
          ]);
          const own = textOf(renderToStaticMarkup(createElement(Held, { of: held })));
          for (const shown of [formatShown(value), formatAmount(units), formatSigned(profit)])
            expect(own).toContain(shown);
          expect(textOf(page)).toContain(`${held.share}%`);
        }
        for (const sold of of.soldOut) expect(rowOf(page, sold.code)[3]).toBe(formatSigned(sold.totalProfit));
      }),
      RUNS,
    );
  }, 60_000);

  it("an investor's figures are the same in the PDF of the statement as in the statement", async () => {
    for (const positions of fc.sample(portfolio, { numRuns: 5, seed: 13 })) {
      const to = dayAt(800);
      const whole = periodOf(partsOf(positions), { from: "2024-01-01", to, waiting: 0n });
      const bytes = await statementPdf({ ...whole, transactions: [] }, ABOUT);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
      const { total, holdings } = account(positions);
      const shown = [total.value, total.invested, ...holdings.flatMap((one) => [one.value, one.principal])];
      for (const figure of shown) expect(text).toContain(formatShown(figure));
    }
  });

  it("an investor's figures are the same in the performance report, in the statement and at the ends of the chart", () => {
    fc.assert(
      fc.property(portfolio, fc.nat({ max: 800 }), fc.nat({ max: 800 }), (positions, one, other) => {
        const period = { from: dayAt(Math.min(one, other)), to: dayAt(Math.max(one, other)) };
        const parts = partsOf(positions);
        const report = reportOf(parts, period);
        const statement = periodOf(parts, { ...period, waiting: 0n });
        expect(report).toMatchObject({
          before: statement.before.value,
          after: statement.after.value,
          paidIn: statement.paidIn,
          paidOut: statement.paidOut,
          switched: statement.switched,
          profit: statement.profit,
        });
        const days = line(positions);
        const [before, after] = [
          days.findLast(({ date }) => date < period.from),
          days.findLast(({ date }) => date <= period.to),
        ];
        expect([report.before, report.after]).toEqual([before?.value ?? "0.00", after?.value ?? "0.00"]);
        expect(satangOf(report.profit)).toBe(
          satangOf(after?.profit ?? "0.00") - satangOf(before?.profit ?? "0.00"),
        );
        for (const field of ["before", "after", "profit"] as const)
          expect(report.strategies.reduce((sum, part) => sum + satangOf(part[field]), 0n)).toBe(
            satangOf(report[field]),
          );
        const page = renderToStaticMarkup(createElement(ReportBody, { of: report }));
        for (const part of report.strategies)
          expect(rowOf(page, part.code).slice(1, 4)).toEqual([
            formatShown(part.before),
            formatShown(part.after),
            formatSigned(part.profit),
          ]);
      }),
      RUNS,
    );
  });

  it("an investor's figures are the same in the history on the page and in the file, for every payment and number of units", () => {
    fc.assert(
      fc.property(portfolio, (positions) => {
        const dealt = positions.map(({ points, movements }, at) => {
          const code = CODES[at] as string;
          const orders = movements.map((movement, place) => orderOf(code, movement, place));
          return { code, history: { points, demo: false }, orders };
        });
        // The account's figures come from the same rows as the history lines.
        const { total, holdings, series } = accountOf(
          dealt.map(({ code, history, orders }) =>
            partOf(
              code,
              history.points,
              orders.map((order) => movementOf({ ...order, ...NOTHING_MADE_GOOD })),
            ),
          ),
        );
        const lines = dealt.flatMap(({ orders }) => orders.map(lineOf));
        const amount = (of: readonly Transaction[], sign: bigint) =>
          of.reduce((sum, one) => sum + sign * satangOf(one.amount ?? ""), 0n);
        expect(
          amount(
            lines.filter(({ kind }) => kind === "subscription"),
            1n,
          ),
        ).toBe(satangOf(total.invested));
        expect(series.at(-1)?.invested).toBe(total.invested);
        // A few runs are enough to show that the page draws the line's figures, because drawing takes most of
        // the time.
        const drawnLines = lines.slice(0, 3);
        const page = textOf(
          renderToStaticMarkup(
            createElement(
              QueryClientProvider,
              { client: new QueryClient() },
              createElement(TransactionList, { of: drawnLines }),
            ),
          ),
        );
        const file = transactionsCsv(lines, (key) => key);
        for (const one of drawnLines) expect(page).toContain(formatShown(one.amount ?? ""));
        for (const one of lines) {
          expect(satangOf(one.amount ?? "") - satangOf(one.fee) - satangOf(one.vat)).toBe(
            satangOf(one.net ?? ""),
          );
          expect(file).toContain(
            [one.unitsIn, one.unitsOut, one.amount, one.fee, one.vat, one.net]
              .map((cell) => cell ?? "")
              .join(","),
          );
        }
        for (const { code, units } of holdings) {
          const of = lines.filter(({ strategy }) => strategy === code);
          const moved = of.reduce(
            (sum, one) => sum + tenThousandthsOf(one.unitsIn ?? "0") - tenThousandthsOf(one.unitsOut ?? "0"),
            0n,
          );
          expect(formatUnits(moved)).toBe(units);
        }
      }),
      RUNS,
    );
  }, 60_000);

  it("an investor's total profit equals money out plus current value minus money in", () => {
    fc.assert(
      fc.property(position, ({ points, movements }) => {
        const value = valueOfUnits({
          units: movements.reduce(
            (sum, { kind, units }) =>
              sum + (kind === "subscription" || kind === "switch-in" ? units : -units),
            0n,
          ),
          nav: (points.at(-1) as NavPoint).nav,
        });
        const cash = movements.reduce(
          (sum, { kind, gross, fee, vat }) =>
            sum + (kind === "subscription" || kind === "switch-in" ? -gross : gross - fee - vat),
          0n,
        );
        expect(totalProfitOf(value, standingOf(movements))).toBe(value + cash);
      }),
      RUNS,
    );
  });

  it("an investor's figures never include a fee below zero, nor fees when the principal is zero", () => {
    fc.assert(
      fc.property(position, (one) => {
        const walk = walkThrough(one);
        for (const { date } of one.points) {
          const { standing } = walk(date);
          expect(standing.feesWithin >= 0n && standing.cost >= 0n && standing.units >= 0n).toBe(true);
          if (standing.units === 0n) expect([standing.cost, standing.feesWithin]).toEqual([0n, 0n]);
        }
      }),
      RUNS,
    );
  });

  it("an investor's profit before and within any range adds up to the total profit", () => {
    fc.assert(
      fc.property(portfolio, fc.constantFrom(...(Object.keys(RANGES) as Range[])), (positions, range) => {
        const { total } = account(positions);
        const points = line(positions);
        const shown = shownIn(points, range);
        if (shown.whole) expect(profitChange(shown)).toBe(total.totalProfit);
        else {
          const before = shownIn(points.slice(0, points.indexOf(shown.points[0] as never) + 1), "all");
          expect(satangOf(profitChange(before)) + satangOf(profitChange(shown))).toBe(
            satangOf(total.totalProfit),
          );
        }
      }),
      RUNS,
    );
  });

  it("an investor's figures do not drop on a day on which only some strategies have a NAV", () => {
    const movements: readonly Movement[] = [
      {
        kind: "subscription",
        navDate: "2026-11-20",
        units: 10_000_000n,
        gross: 1_000_000n,
        cost: 0n,
        fee: 0n,
        vat: 0n,
      },
    ];
    const early = { points: [{ date: "2026-11-20", nav: 100_000n }], movements };
    const late = {
      points: [...early.points, { date: "2026-11-25", nav: tenThousandthsOf("11") }],
      movements,
    };
    expect(seriesOf([early, late])).toEqual([
      { date: "2026-11-20", value: "20000.00", principal: "20000.00", profit: "0.00", invested: "20000.00" },
      {
        date: "2026-11-25",
        value: "21000.00",
        principal: "20000.00",
        profit: "1000.00",
        invested: "20000.00",
      },
    ]);
  });
});

it("the latest orders and the history show for a redemption the same amount: what the investor receives", () => {
  const sale = {
    kind: "redemption",
    navDate: "2026-11-20",
    units: 2_500_000n,
    gross: 300_000n,
    cost: 285_480n,
    fee: 1_086n,
    vat: 76n,
  } as const;
  const row = orderOf("M-BTCA", sale, 1);
  const order = orderView({
    ...row,
    sell_all: false,
    forced: false,
    units_wished: null,
    pay_by: null,
    paid_at: null,
    sent_at: null,
    paid_out_at: null,
    payout_label: null,
  } as Parameters<typeof orderView>[0]);
  for (const list of [
    createElement(OrderList, { of: [order] }),
    createElement(TransactionList, { of: [lineOf(row)] }),
  ]) {
    const page = renderToStaticMarkup(
      createElement(QueryClientProvider, { client: new QueryClient() }, list),
    );
    expect(/<span class="right"><b[^>]* class="num">([^<]*)</.exec(page)?.[1]).toBe("2,988.38");
  }
});

it("a percentage stays the same when it is formatted and parsed again", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), (bps) => {
      expect(bpsOfPercent(percentOfBps(bps))).toBe(bps);
    }),
    RUNS,
  );
  for (const wrong of ["", "12", "1.5", "+1.50", "1,000.00", "NaN"])
    expect(() => bpsOfPercent(wrong)).toThrow();
});
