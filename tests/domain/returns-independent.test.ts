import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { type NavPoint, type Performance, strategyReturns } from "../../domain/strategy-returns.ts";

// Computes every return in a second way, with a NAV for each calendar day (the last known one) and another
// date library.

const FIRST = DateTime.fromISO("2022-01-31", { zone: "utc" }) as DateTime<true>;

const history: fc.Arbitrary<readonly NavPoint[]> = fc
  .uniqueArray(fc.nat({ max: 1_300 }), { minLength: 1, maxLength: 80 })
  .chain((days) =>
    fc
      .array(fc.bigInt({ min: 1_000n, max: 10n ** 7n }), { minLength: days.length, maxLength: days.length })
      .map((navs) =>
        days
          .toSorted((one, other) => one - other)
          .map((day, at) => ({ date: FIRST.plus({ days: day }).toISODate(), nav: navs[at] as bigint })),
      ),
  );

/**
 * Returns the NAV of each day from the first to the last. A day without a NAV gets the last one before it.
 */
function daily(points: readonly NavPoint[]): ReadonlyMap<string, bigint> {
  const byDate = new Map(points.map(({ date, nav }) => [date, nav]));
  const filled = new Map<string, bigint>();
  const last = points.at(-1)?.date ?? "";
  let nav = 0n;
  for (
    let day = DateTime.fromISO(points[0]?.date ?? "", { zone: "utc" }) as DateTime<true>;
    day.toISODate() <= last;
    day = day.plus({ days: 1 })
  ) {
    nav = byDate.get(day.toISODate()) ?? nav;
    filled.set(day.toISODate(), nav);
  }
  return filled;
}

/** Returns the change in basis points, rounded half away from zero by long division on the absolute value. */
function bps(from: bigint, to: bigint): bigint {
  const [sign, size] = to >= from ? [1n, to - from] : [-1n, from - to];
  const whole = (size * 10_000n) / from;
  const rest = (size * 10_000n) % from;
  return sign * (rest * 2n >= from ? whole + 1n : whole);
}

const asked = (found: Performance) => (found.kind === "bps" ? found.bps : null);

describe("strategyReturns and an independent computation", () => {
  it("both computations agree for every period, and also about which returns are not available", () => {
    fc.assert(
      fc.property(history, (points) => {
        const filled = daily(points);
        const last = points.at(-1) as NavPoint;
        const end = DateTime.fromISO(last.date, { zone: "utc" }) as DateTime<true>;
        const since = (date: DateTime<true>) => {
          const from = filled.get(date.toISODate());
          return from === undefined ? null : bps(from, last.nav);
        };
        const returns = strategyReturns(points);
        expect({
          day1: asked(returns.day1),
          days7: asked(returns.days7),
          months3: asked(returns.months3),
          months6: asked(returns.months6),
          year1: asked(returns.year1),
          yearToDate: asked(returns.yearToDate),
        }).toEqual({
          day1: since(end.minus({ days: 1 })),
          days7: since(end.minus({ days: 7 })),
          months3: since(end.minus({ months: 3 })),
          months6: since(end.minus({ months: 6 })),
          year1: since(end.minus({ years: 1 })),
          yearToDate: since(end.startOf("year").minus({ days: 1 }) as DateTime<true>),
        });
      }),
      { numRuns: 400 },
    );
  });

  it("both computations agree on the cumulative return in the first year, and on the annualised return afterwards", () => {
    fc.assert(
      fc.property(history, (points) => {
        const [first, last] = [points[0] as NavPoint, points.at(-1) as NavPoint];
        const days = daily(points).size - 1;
        const { sinceInception, sinceInceptionPerYear } = strategyReturns(points);
        expect(sinceInceptionPerYear).toBe(days >= 365);
        if (days === 0) expect(sinceInception.kind).toBe("not-available");
        else if (days < 365) expect(asked(sinceInception)).toBe(bps(first.nav, last.nav));
        else {
          const grown = (rate: number) =>
            Math.log(Number(first.nav)) + (days / 365) * Math.log1p(rate / 10_000);
          const found = Number(asked(sinceInception));
          // Half a basis point less gives too little growth, half a basis point more gives too much.
          expect(grown(found - 0.51)).toBeLessThan(Math.log(Number(last.nav)));
          expect(grown(found + 0.51)).toBeGreaterThan(Math.log(Number(last.nav)));
        }
      }),
      { numRuns: 400 },
    );
  });

  it("both computations agree on the deepest fall, the greatest loss of a day relative to the highest earlier day", () => {
    fc.assert(
      fc.property(history, (points) => {
        const filled = [...daily(points).values()];
        let deepest = 0n;
        let peak = 0n;
        for (const nav of filled) {
          if (nav > peak) peak = nav;
          const fall = bps(peak, nav);
          if (fall < deepest) deepest = fall;
        }
        const { maxDrawdown } = strategyReturns(points);
        expect(maxDrawdown.kind === "fall" ? maxDrawdown.bps : 0n).toBe(deepest);
      }),
      { numRuns: 400 },
    );
  });
});
