import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maximumDrawdown,
  type NavPoint,
  percentOfBps,
  strategyReturns,
} from "../../domain/strategy-returns.ts";
import { tenThousandthsOf } from "../../domain/units.ts";

const point = (date: string, nav: string): NavPoint => ({ date, nav: tenThousandthsOf(nav) });
const missing = { kind: "not-available" };
const bps = (value: bigint) => ({ kind: "bps", bps: value });

describe("maximum drawdown", () => {
  it("the maximum drawdown is the deepest fall from the highest earlier value, with the dates of both values", () => {
    const history = ["10", "12", "9", "15", "7.5"].map((nav, day) => point(`2026-01-0${day + 1}`, nav));
    const drawdown = maximumDrawdown(history);
    expect(drawdown).toEqual({ kind: "fall", bps: -5000n, peak: history[3], trough: history[4] });
    expect(percentOfBps(-5000n)).toBe("-50.00");
  });

  it.each([
    { why: "an empty history", navs: [] },
    { why: "one NAV", navs: ["10"] },
    { why: "a NAV that never fell", navs: ["10", "10", "11"] },
  ])("this history has no maximum drawdown: $why", ({ navs }) => {
    expect(maximumDrawdown(navs.map((nav, day) => point(`2026-01-0${day + 1}`, nav)))).toEqual({
      kind: "none",
    });
  });

  it("the maximum drawdown is at least as deep as the fall between any two days, and equals one of these falls", () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 2, maxLength: 40 }),
        (navs) => {
          const drawdown = maximumDrawdown(
            navs.map((nav, day) => ({ date: String(day).padStart(10, "0"), nav })),
          );
          const falls = navs.flatMap((peak, i) =>
            navs.slice(i + 1).map((trough) => Number(trough) / Number(peak) - 1),
          );
          const deepest = Math.min(0, ...falls);
          const found =
            drawdown.kind === "none" ? 0 : Number(drawdown.trough.nav) / Number(drawdown.peak.nav) - 1;
          expect(found).toBeCloseTo(deepest, 12);
        },
      ),
    );
  });
});

describe("returns of a strategy", () => {
  it("returns are relative to the last NAV on or before the start day, across weekends and holidays", () => {
    const returns = strategyReturns([
      point("2025-12-30", "10.0000"),
      point("2026-01-05", "10.5000"),
      point("2026-02-27", "11.0000"),
      point("2026-05-22", "12.0000"),
      point("2026-05-29", "12.3000"),
      point("2026-06-01", "12.6000"),
    ]);
    expect(returns.day1).toEqual(bps(244n));
    expect(returns.days7).toEqual(bps(500n));
    expect(returns.months3).toEqual(bps(1455n));
    expect(returns.months6).toEqual(missing);
    expect(returns.year1).toEqual(missing);
    expect(returns.yearToDate).toEqual(bps(2600n));
    expect(returns.sinceInception).toEqual(bps(2600n));
    expect(returns.sinceInceptionPerYear).toBe(false);
  });

  it("start on the last day of a month that does not have the day of the end", () => {
    const returns = strategyReturns([
      point("2026-02-28", "10"),
      point("2026-03-02", "20"),
      point("2026-05-31", "11"),
    ]);
    expect(returns.months3).toEqual(bps(1000n));
  });

  it("returns are annualised from one year on: 21 % over two years are 10 % a year", () => {
    const returns = strategyReturns([point("2024-06-01", "10"), point("2026-06-01", "12.1")]);
    expect(returns.sinceInceptionPerYear).toBe(true);
    expect(returns.sinceInception).toEqual(bps(1000n));
  });

  it.each([{ history: [] }, { history: [point("2026-06-01", "10")] }])(
    "are not available if the number of days in the history is $history.length",
    ({ history }) => {
      const returns = strategyReturns(history);
      for (const name of [
        "day1",
        "days7",
        "months3",
        "months6",
        "year1",
        "yearToDate",
        "sinceInception",
      ] as const)
        expect(returns[name]).toEqual(missing);
    },
  );
});
