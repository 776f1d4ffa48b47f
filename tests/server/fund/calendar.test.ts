import fc from "fast-check";
import { DateTime } from "luxon";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalDate } from "../../../engine/values/local-date.ts";
import { addDays } from "../../../engine/values/local-date.ts";
import { ZONE } from "../../../server/clock/index.ts";
import {
  businessDayAfter,
  businessDayBefore,
  type Calendar,
  dealingAt,
  isBusinessDay,
} from "../../../server/fund/index.ts";
import { type FundHouse, openFundHouse } from "./fund-house.ts";

let house: FundHouse;
let calendar: Calendar;
beforeAll(async () => {
  house = await openFundHouse();
  calendar = await house.fund.calendar(house.fund.db);
});
afterAll(() => house.close());

const moment = (iso: string) => DateTime.fromISO(iso, { zone: ZONE }) as DateTime<true>;
const day = (date: string) => date as LocalDate;

describe("the loaded calendar years", () => {
  it("the loaded calendar years are 2025 and 2026, confirmed, and 2027, not yet confirmed", () => {
    expect([...calendar.years]).toEqual([
      [2025, { confirmed: true }],
      [2026, { confirmed: true }],
      [2027, { confirmed: false }],
    ]);
    expect(calendar.holidays.size).toBe(57);
  });

  it.each([
    { date: "2026-11-23", business: true, why: "a Monday" },
    { date: "2026-11-21", business: false, why: "a Saturday" },
    { date: "2026-11-22", business: false, why: "a Sunday" },
    { date: "2026-12-07", business: false, why: "a substitution holiday" },
    { date: "2026-10-16", business: true, why: "a Bangkok-only day, which is no bank holiday" },
    { date: "2027-12-31", business: false, why: "New Year's Eve" },
  ])("the calendar counts $date as $why", ({ date, business }) => {
    expect(isBusinessDay(calendar, day(date))).toEqual({ ok: true, value: business });
  });

  it.each([
    { date: "2024-12-31", year: 2024 },
    { date: "2028-01-03", year: 2028 },
  ])(
    "the calendar does not include $date, so the portal rejects the date and does not guess",
    ({ date, year }) => {
      const refused = { ok: false, error: { code: "calendar-not-loaded", year } };
      expect(isBusinessDay(calendar, day(date))).toEqual(refused);
    },
  );

  it("a date before or after the loaded calendar years causes an error", () => {
    expect(businessDayAfter(calendar, day("2027-12-30"), 1)).toMatchObject({
      ok: false,
      error: { year: 2028 },
    });
    expect(businessDayBefore(calendar, day("2025-01-02"))).toMatchObject({
      ok: false,
      error: { year: 2024 },
    });
  });

  it("the loaded calendar years contain each business day once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 30 }), (offset, count) => {
        const from = addDays(day("2025-01-01"), offset);
        const found = businessDayAfter(calendar, from, count);
        if (!found.ok) throw new Error(found.error.code);
        let seen = 0;
        for (let date = addDays(from, 1); date <= found.value; date = addDays(date, 1)) {
          const weekday = DateTime.fromISO(date).weekday;
          if (weekday <= 5 && !calendar.holidays.has(date)) seen += 1;
        }
        expect(seen).toBe(count);
        expect(isBusinessDay(calendar, found.value)).toEqual({ ok: true, value: true });
      }),
    );
  });
});

describe("the dealing day", () => {
  it.each([
    {
      why: "in the morning",
      at: "2026-11-23T09:00:00",
      nav: "2026-11-23",
      allot: "2026-11-24",
      before: true,
    },
    {
      why: "in the last millisecond before the cut-off",
      at: "2026-11-23T13:59:59.999",
      nav: "2026-11-23",
      allot: "2026-11-24",
      before: true,
    },
    {
      why: "at the cut-off itself",
      at: "2026-11-23T14:00:00.000",
      nav: "2026-11-24",
      allot: "2026-11-25",
      before: false,
    },
    {
      why: "just before midnight",
      at: "2026-11-23T23:59:59.999",
      nav: "2026-11-24",
      allot: "2026-11-25",
      before: false,
    },
    {
      why: "on a Friday afternoon",
      at: "2026-11-20T14:00:00",
      nav: "2026-11-23",
      allot: "2026-11-24",
      before: false,
    },
    {
      why: "on a Saturday morning",
      at: "2026-11-21T09:00:00",
      nav: "2026-11-23",
      allot: "2026-11-24",
      before: false,
    },
    {
      why: "on a Sunday evening",
      at: "2026-11-22T20:00:00",
      nav: "2026-11-23",
      allot: "2026-11-24",
      before: false,
    },
    {
      why: "before a long weekend",
      at: "2026-12-04T13:00:00",
      nav: "2026-12-04",
      allot: "2026-12-08",
      before: true,
    },
    {
      why: "on the holiday of a long weekend",
      at: "2026-12-07T10:00:00",
      nav: "2026-12-08",
      allot: "2026-12-09",
      before: false,
    },
    {
      why: "over Songkran",
      at: "2026-04-10T14:00:00",
      nav: "2026-04-16",
      allot: "2026-04-17",
      before: false,
    },
    {
      why: "over the end of the year",
      at: "2026-12-30T14:00:00",
      nav: "2027-01-04",
      allot: "2027-01-05",
      before: false,
    },
    {
      why: "for a time given in another zone",
      at: "2026-11-23T07:00:00Z",
      nav: "2026-11-24",
      allot: "2026-11-25",
      before: false,
    },
  ])("is computed correctly $why", ({ at, nav, allot, before }) => {
    const dealing = dealingAt(calendar, moment(at));
    if (!dealing.ok) throw new Error(dealing.error.code);
    expect(dealing.value.navDate).toBe(nav);
    expect(dealing.value.allotmentDate).toBe(allot);
    expect(dealing.value.beforeCutOff).toBe(before);
    expect(dealing.value.cutOff.toISO()).toBe(`${nav}T14:00:00.000+07:00`);
  });

  it("the dealing day leaves three more business days to pay, until the cut-off", () => {
    const dealing = dealingAt(calendar, moment("2026-12-03T10:00:00"));
    expect(dealing.ok && dealing.value.payBy.toISO()).toBe("2026-12-09T14:00:00.000+07:00");
  });

  it.each([
    "2027-12-30T14:00:00",
    "2027-12-30T13:00:00",
    "2027-12-31T10:00:00",
    "2028-01-03T10:00:00",
    "2024-12-31T10:00:00",
  ])("the dealing day at %s is an error, because the calendar does not include a required day", (at) => {
    expect(dealingAt(calendar, moment(at))).toMatchObject({
      ok: false,
      error: { code: "calendar-not-loaded" },
    });
  });
});
