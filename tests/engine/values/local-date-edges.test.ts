import { describe, expect, test } from "vitest";
import {
  addDays,
  ageOn,
  compareDates,
  formatTypedDate,
  isLocalDate,
  isPartialDate,
  type LocalDate,
  parseLocalDate,
  parseTypedDate,
  parseTypedPartialDate,
} from "../../../engine/values/local-date.ts";

const day = (text: string): LocalDate => text as LocalDate;

describe("edge cases of a day", () => {
  test.each([
    "0001-01-01",
    "1000-12-31",
    "2000-02-29",
    "2024-02-29",
    "2400-02-29",
    ...["01", "03", "05", "07", "08", "10", "12"].map((month) => `2026-${month}-31`),
    ...["04", "06", "09", "11"].map((month) => `2026-${month}-30`),
  ])("the day %s exists", (text) => {
    expect(isLocalDate(text)).toBe(true);
  });

  test.each([
    "0000-01-01",
    "1900-02-29",
    "2100-02-29",
    "2023-02-29",
    "2024-02-30",
    "2026-00-10",
    "2026-13-10",
    "2026-01-00",
    "2026/03/02",
    "2026-03-02 ",
    " 2026-03-02",
    "+026-03-02",
    ...["01", "03", "05", "07", "08", "10", "12"].map((month) => `2026-${month}-32`),
    ...["04", "06", "09", "11"].map((month) => `2026-${month}-31`),
  ])("the day %s does not exist", (text) => {
    expect(isLocalDate(text)).toBe(false);
  });

  test.each([parseLocalDate, parseTypedDate, parseTypedPartialDate])(
    "a failure of %s contains at most the first 40 characters of the text",
    (parse) => {
      const typed = "abcdefghij".repeat(5);
      expect(parse(typed)).toEqual({ ok: false, error: { code: "not-a-date", text: typed.slice(0, 40) } });
      expect(parse("soon")).toEqual({ ok: false, error: { code: "not-a-date", text: "soon" } });
    },
  );
});

describe("edge cases of a day, month or year", () => {
  test.each([
    ["1990", true],
    ["0000", false],
    ["1990-12", true],
    ["1990-00", false],
    ["1990-02-28", true],
    ["199", false],
    ["1990-", false],
    ["1990-1", false],
  ])("the text %s gives the expected verdict: %s", (text, expected) => {
    expect(isPartialDate(text)).toBe(expected);
  });

  test("a text of 40 characters with blanks is accepted, and a text of 41 is not", () => {
    expect(parseTypedDate("17/05/1990".padStart(40))).toEqual({ ok: true, value: "1990-05-17" });
    expect(parseTypedDate("17/05/1990".padStart(41)).ok).toBe(false);
    expect(parseTypedPartialDate("05/1990".padStart(40))).toEqual({ ok: true, value: "1990-05" });
    expect(parseTypedPartialDate("05/1990".padStart(41)).ok).toBe(false);
  });

  test("a month may have a single digit, and an early year keeps its four digits", () => {
    expect(parseTypedPartialDate("5/2533")).toEqual({ ok: true, value: "1990-05" });
    expect(parseTypedPartialDate("10/2533")).toEqual({ ok: true, value: "1990-10" });
    expect(parseTypedDate("01/02/0999")).toEqual({ ok: true, value: "0999-02-01" });
  });

  test("the year 2400 is read as Christian and 2401 as Buddhist, in every notation", () => {
    expect(["2400", "2401", "1/2401"].map((typed) => parseTypedPartialDate(typed))).toEqual(
      ["2400", "1858", "1859-01"].map((value) => ({ ok: true, value })),
    );
  });

  test("formatTypedDate uses the Christian era by default", () => {
    expect(formatTypedDate(day("1990-05-17"))).toBe("17/05/1990");
    expect(formatTypedDate(day("1990-05-17"), "christian")).toBe("17/05/1990");
    expect(formatTypedDate(day("1990-05-17"), "buddhist")).toBe("17/05/2533");
    expect(formatTypedDate(day("1990"))).toBe("1990");
  });
});

test("compareDates returns minus one, zero or one", () => {
  const [early, late] = [day("2026-01-01"), day("2026-01-02")];
  expect([compareDates(early, late), compareDates(late, early), compareDates(late, late)]).toEqual([
    -1, 1, 0,
  ]);
});

test("addDays adds days in both directions, and returns the same day for zero days", () => {
  expect([
    addDays(day("2026-12-31"), 1),
    addDays(day("2024-03-01"), -1),
    addDays(day("2026-05-05"), 0),
  ]).toEqual(["2027-01-01", "2024-02-29", "2026-05-05"]);
});

test("the age is zero on the day of birth, and increases on the birthday", () => {
  expect(ageOn({ born: day("2026-03-02"), on: day("2026-03-02") })).toBe(0);
  expect(ageOn({ born: day("2025-03-02"), on: day("2026-03-01") })).toBe(0);
  expect(ageOn({ born: day("2025-03-02"), on: day("2026-03-02") })).toBe(1);
});
