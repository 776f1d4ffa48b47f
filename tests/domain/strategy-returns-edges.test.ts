import { describe, expect, it } from "vitest";
import { maximumDrawdown, type NavPoint, strategyReturns } from "../../domain/strategy-returns.ts";

// NAVs are in ten-thousandths of a baht, returns in basis points.
const at = (date: string, nav: bigint): NavPoint => ({ date, nav });
const bps = (value: bigint) => ({ kind: "bps", bps: value });
const missing = { kind: "not-available" };

describe("the start of each period", () => {
  it.each([
    { name: "day1", on: "2026-05-31", after: "2026-06-01" },
    { name: "days7", on: "2026-05-25", after: "2026-05-26" },
    { name: "months3", on: "2026-03-01", after: "2026-03-02" },
    { name: "months6", on: "2025-12-01", after: "2025-12-02" },
    { name: "year1", on: "2025-06-01", after: "2025-06-02" },
    { name: "yearToDate", on: "2025-12-31", after: "2026-01-01" },
  ] as const)("the period $name starts on $on, and not on the day after, $after", ({ name, on, after }) => {
    const last = at("2026-06-01", 20_000n);
    expect(strategyReturns([at(on, 16_000n), last])[name]).toEqual(bps(2_500n));
    if (after === last.date) return;
    expect(strategyReturns([at(after, 16_000n), last])[name]).toEqual(missing);
    expect(strategyReturns([at(on, 16_000n), at(after, 10_000n), last])[name]).toEqual(bps(2_500n));
  });

  it("a period starts on the last day of a shorter month, also in a leap year", () => {
    const last = at("2024-05-31", 20_000n);
    expect(strategyReturns([at("2024-02-29", 10_000n), last]).months3).toEqual(bps(10_000n));
    expect(strategyReturns([at("2024-03-01", 10_000n), last]).months3).toEqual(missing);
  });

  it("may lie in the previous year", () => {
    const last = at("2026-01-15", 20_000n);
    expect(strategyReturns([at("2025-10-15", 10_000n), last]).months3).toEqual(bps(10_000n));
    expect(strategyReturns([at("2025-10-16", 10_000n), last]).months3).toEqual(missing);
  });
});

describe("the return since inception", () => {
  it("exists from the second day of the history", () => {
    const returns = strategyReturns([at("2026-05-31", 10_000n), at("2026-06-01", 10_100n)]);
    expect(returns.sinceInception).toEqual(bps(100n));
  });

  it("the return since inception is cumulative until day 364 and annualised from day 365; both agree on day 365", () => {
    const before = strategyReturns([at("2025-06-01", 10_000n), at("2026-05-31", 11_000n)]);
    const on = strategyReturns([at("2025-06-01", 10_000n), at("2026-06-01", 11_000n)]);
    expect([before.sinceInceptionPerYear, on.sinceInceptionPerYear]).toEqual([false, true]);
    expect([before.sinceInception, on.sinceInception]).toEqual([bps(1_000n), bps(1_000n)]);
  });

  it("the return since inception is exact on day 365, so that even a fall of half a basis point counts", () => {
    const returns = strategyReturns([at("2025-06-01", 100_000n), at("2026-06-01", 99_995n)]);
    expect([returns.sinceInceptionPerYear, returns.sinceInception]).toEqual([true, bps(-1n)]);
  });

  it("the return since inception is rounded to the nearest basis point, whether positive or negative", () => {
    // After two years of 365 days, the square root of 1.5 is 1.22474 and of 0.6 is 0.77460.
    const rise = strategyReturns([at("2021-06-01", 10_000n), at("2023-06-01", 15_000n)]);
    const fall = strategyReturns([at("2021-06-01", 10_000n), at("2023-06-01", 6_000n)]);
    const half = strategyReturns([at("2021-06-01", 10_000n), at("2023-06-01", 5_000n)]);
    expect([rise.sinceInception, fall.sinceInception, half.sinceInception]).toEqual([
      bps(2_247n),
      bps(-2_254n),
      bps(-2_929n),
    ]);
  });

  it("is exact even if the NAV grew a hundredfold or more", () => {
    const returns = strategyReturns([at("2025-06-01", 10_000n), at("2026-06-01", 20_000_000n)]);
    expect(returns.sinceInception).toEqual(bps(19_990_000n));
    expect(strategyReturns([at("2026-05-31", 1n), at("2026-06-01", 1_000_001n)]).day1).toEqual(
      bps(10_000_000_000n),
    );
  });
});

describe("a history of no day or one day", () => {
  it("a history of no day or one day has no returns", () => {
    const nothing = {
      day1: missing,
      days7: missing,
      months3: missing,
      months6: missing,
      year1: missing,
      yearToDate: missing,
      sinceInception: missing,
      sinceInceptionPerYear: false,
      maxDrawdown: { kind: "none" },
    };
    expect(strategyReturns([])).toEqual(nothing);
    expect(strategyReturns([at("2026-06-01", 10_000n)])).toEqual(nothing);
  });

  it("has no deepest fall", () => {
    expect(maximumDrawdown([])).toEqual({ kind: "none" });
  });
});

describe("the deepest fall", () => {
  it("is the earlier of two equal falls", () => {
    const history = [20_000n, 10_000n, 40_000n, 20_000n].map((nav, day) => at(`2026-01-0${day + 1}`, nav));
    expect(maximumDrawdown(history)).toEqual({
      kind: "fall",
      bps: -5_000n,
      peak: history[0],
      trough: history[1],
    });
  });

  it("begins on the first day of a peak that lasts several days", () => {
    const history = [20_000n, 20_000n, 10_000n].map((nav, day) => at(`2026-01-0${day + 1}`, nav));
    expect(maximumDrawdown(history)).toMatchObject({ peak: history[0], trough: history[2] });
  });

  it("the deepest fall is rounded to the nearest basis point, and from halfway away from zero", () => {
    const history = [at("2026-01-01", 20_000n), at("2026-01-02", 19_999n)];
    expect(maximumDrawdown(history)).toMatchObject({ bps: -1n });
  });
});
