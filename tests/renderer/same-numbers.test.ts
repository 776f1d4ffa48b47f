import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueOfUnits } from "../../domain/fund.ts";
import { satangOf } from "../../domain/money.ts";
import { bpsOfPercent, type NavPoint, percentOfBps, strategyReturns } from "../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import {
  navChange,
  profitChange,
  RANGES,
  type Range,
  shownIn,
} from "../../renderer/portal/parts/chart-range.ts";
import { percentText } from "../../server/fund/strategies.ts";
import { figuresOf, type Position, seriesOf } from "../../server/portfolio/portfolio.ts";

const RUNS = { numRuns: 1_000 };
const firstDay = Date.parse("2024-01-31T00:00:00Z");

const dayAt = (offset: number) => new Date(firstDay + offset * 86_400_000).toISOString().slice(0, 10);

/** NAVs on some days of two years, by date: weekends, holidays and weeks without one included. */
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

  it("is one number in the API, the table of returns, the chart's sentence and the chart's own table", () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...PERIODS), (points, [range, field]) => {
        const returns = strategyReturns(points);
        const shown = shownIn(drawn(points), range);
        // The period that the history does not fill has no figure, and the chart does not call it by the period's name.
        expect(shown.whole).toBe(returns[field].kind === "not-available");
        if (shown.whole) {
          expect(shown.points).toHaveLength(points.length);
          return;
        }
        expect(navChange(shown)).toBe(percentText(returns[field]));
        // The rows of the chart's table, first and last, say the same by schoolbook arithmetic.
        const [first, last] = [shown.points[0], shown.points.at(-1)].map((row) => Number(row?.value));
        const percent = ((last as number) / (first as number) - 1) * 100;
        expect(Math.abs(percent - Number(percentText(returns[field])))).toBeLessThan(
          0.0051 + Math.abs(percent) * 1e-9,
        );
      }),
      RUNS,
    );
  });

  it("since the start is one number where it is not per year", () => {
    fc.assert(
      fc.property(history, (points) => {
        const { sinceInception, sinceInceptionPerYear } = strategyReturns(points);
        if (sinceInceptionPerYear || sinceInception.kind === "not-available") return;
        expect(navChange(shownIn(drawn(points), "all"))).toBe(percentText(sinceInception));
      }),
      RUNS,
    );
  });

  it("begins at the last NAV on or before the day back, not at the first one after it", () => {
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

describe("an investor's own figures", () => {
  const position: fc.Arbitrary<Position> = history.chain((points) =>
    fc
      .array(
        fc.record({
          at: fc.nat({ max: points.length - 1 }),
          amount: fc.bigInt({ min: 1_000_000n, max: 10n ** 9n }),
          fees: fc.bigInt({ min: 0n, max: 100_000n }),
        }),
        { maxLength: 4 },
      )
      .map((orders) => ({
        points,
        bought: orders
          .sort((one, other) => one.at - other.at)
          .map(({ at, amount, fees }) => {
            const { date, nav } = points[at] as NavPoint;
            return { navDate: date, amount, fees, units: ((amount - fees) * 1_000_000n) / nav };
          }),
      })),
  );
  const portfolio = fc.array(position, { minLength: 1, maxLength: 4 });

  /** The figures that the account says, as `overviewOf` counts them: each strategy at its own last NAV. */
  const account = (positions: readonly Position[]) => {
    const parts = positions.map(({ points, bought }) => ({
      value: valueOfUnits({
        units: bought.reduce((sum, one) => sum + one.units, 0n),
        nav: (points.at(-1) as NavPoint).nav,
      }),
      cost: bought.reduce((sum, one) => sum + one.amount, 0n),
      fees: bought.reduce((sum, one) => sum + one.fees, 0n),
    }));
    const total = parts.reduce((sum, part) => ({
      value: sum.value + part.value,
      cost: sum.cost + part.cost,
      fees: sum.fees + part.fees,
    }));
    return { parts: parts.map(figuresOf), total: figuresOf(total) };
  };
  const line = (positions: readonly Position[]) =>
    seriesOf(positions).map((day) => ({ date: day.date, value: day.value, reference: day.principal }));

  it("are the same in the total, in the sum of its strategies and at the end of the chart", () => {
    fc.assert(
      fc.property(portfolio, (positions) => {
        const held = positions.filter(({ bought }) => bought.length > 0);
        fc.pre(held.length > 0);
        const { parts, total } = account(held);
        for (const field of ["value", "principal", "profit", "fees", "beforeFees"] as const)
          expect(parts.reduce((sum, part) => sum + satangOf(part[field]), 0n)).toBe(satangOf(total[field]));
        expect(satangOf(total.beforeFees) - satangOf(total.fees)).toBe(satangOf(total.profit));
        const last = line(held).at(-1);
        expect(last).toMatchObject({ value: total.value, reference: total.principal });
      }),
      RUNS,
    );
  });

  it("have one profit: the sentence over the whole time says the account's, and so does any range that reaches back to before it", () => {
    fc.assert(
      fc.property(portfolio, fc.constantFrom(...(Object.keys(RANGES) as Range[])), (positions, range) => {
        const held = positions.filter(({ bought }) => bought.length > 0);
        fc.pre(held.length > 0);
        const { total } = account(held);
        const points = line(held);
        const shown = shownIn(points, range);
        if (shown.whole) expect(profitChange(shown)).toBe(total.profit);
        else {
          const before = shownIn(points.slice(0, points.indexOf(shown.points[0] as never) + 1), "all");
          expect(satangOf(profitChange(before)) + satangOf(profitChange(shown))).toBe(satangOf(total.profit));
        }
      }),
      RUNS,
    );
  });

  it("do not fall on a day on which only some strategies have a NAV", () => {
    const bought = [{ navDate: "2026-11-20", units: 10_000_000n, amount: 1_000_000n, fees: 0n }];
    const early = { points: [{ date: "2026-11-20", nav: 100_000n }], bought };
    const late = { points: [...early.points, { date: "2026-11-25", nav: tenThousandthsOf("11") }], bought };
    expect(seriesOf([early, late])).toEqual([
      { date: "2026-11-20", value: "20000.00", principal: "20000.00" },
      { date: "2026-11-25", value: "21000.00", principal: "20000.00" },
    ]);
  });
});

it("a percentage that is read is the one that was written", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), (bps) => {
      expect(bpsOfPercent(percentOfBps(bps))).toBe(bps);
    }),
    RUNS,
  );
  for (const wrong of ["", "12", "1.5", "+1.50", "1,000.00", "NaN"])
    expect(() => bpsOfPercent(wrong)).toThrow();
});
