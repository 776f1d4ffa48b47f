import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  ageOn,
  compareDates,
  formatTypedDate,
  type LocalDate,
  type PartialDate,
  parseLocalDate,
  parseTypedDate,
  parseTypedPartialDate,
} from "../../../engine/values/local-date.ts";

const date = (text: string): LocalDate => {
  const parsed = parseLocalDate(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
};

describe("a typed date", () => {
  test.each([
    ["17/05/1990", "1990-05-17"],
    ["17/05/2533", "1990-05-17"],
    ["1/2/2026", "2026-02-01"],
    ["๑๗/๐๕/๒๕๓๓", "1990-05-17"],
    ["17-05-1990", "1990-05-17"],
    [" 29.02.2567 ", "2024-02-29"],
    ["01/01/2400", "2400-01-01"],
    ["01/01/2401", "1859-01-01"],
  ])("the text %s is read as %s", (typed, expected) => {
    expect(parseTypedDate(typed)).toEqual({ ok: true, value: expected });
  });

  test.each(["", "31/02/2026", "29/02/2566", "05/17/1990", "17/05/90", "x".repeat(100_000)])(
    "the text “%.12s” is rejected",
    (typed) => {
      expect(parseTypedDate(typed)).toMatchObject({ ok: false, error: { code: "not-a-date" } });
    },
  );

  test("every day can be typed in the Christian and in the Buddhist era", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1900-01-01"), max: new Date("2399-12-31"), noInvalidDate: true }),
        (moment) => {
          const day = date(moment.toISOString().slice(0, 10));
          expect(parseTypedDate(formatTypedDate(day))).toEqual({ ok: true, value: day });
          expect(parseTypedDate(formatTypedDate(day, "buddhist"))).toEqual({ ok: true, value: day });
        },
      ),
    );
  });

  test("a birth date may be a month of a year, or a year alone", () => {
    expect(["2533", "05/2533", "17/05/2533"].map(parseTypedPartialDate)).toEqual(
      ["1990", "1990-05", "1990-05-17"].map((value) => ({ ok: true, value })),
    );
    expect(parseTypedPartialDate("13/2533").ok).toBe(false);
    expect(formatTypedDate("1990-05" as PartialDate, "buddhist")).toBe("05/2533");
  });
});

describe("age", () => {
  test.each([
    ["2006-03-02", "2026-03-01", 19],
    ["2006-03-02", "2026-03-02", 20],
    ["2004-02-29", "2025-02-28", 20],
    ["2004-02-29", "2025-03-01", 21],
    ["2006-03", "2026-03-30", 19],
    ["2006-03", "2026-03-31", 20],
    ["2006", "2026-12-30", 19],
    ["2006", "2026-12-31", 20],
  ])("a person born %s is on %s at least %d years old", (born, on, expected) => {
    expect(ageOn({ born: born as PartialDate, on: date(on) })).toBe(expected);
  });
});

test("addDays counts correctly across months and years", () => {
  expect(addDays(date("2024-02-28"), 2)).toBe("2024-03-01");
  expect(addDays(date("2026-01-01"), -1)).toBe("2025-12-31");
  expect(compareDates(date("2026-01-01"), date("2026-01-02"))).toBeLessThan(0);
});
