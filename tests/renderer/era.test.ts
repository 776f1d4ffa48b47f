import { describe, expect, it } from "vitest";
import { eraOf, readTyped } from "../../renderer/flow/widgets/typed-date.ts";

describe("a typed date", () => {
  it.each([
    ["a Buddhist year", "01/04/2533", "1990-04-01", "buddhist"],
    ["a Christian year", "01/04/1990", "1990-04-01", "christian"],
    ["a day that does not exist", "31/02/2533", null, "buddhist"],
    ["half a year", "01/04/25", null, null],
  ])("is read with %s", (_what, typed, date, era) => {
    expect(readTyped(typed, false)).toBe(date);
    expect(eraOf(typed)).toBe(era);
  });

  it.each([
    ["a month and a year", "04/2533", "1990-04"],
    ["a year alone", "2533", "1990"],
    ["a whole date", "01/04/2533", "1990-04-01"],
    ["a day and a month only", "01/04", null],
  ])("may be partial: %s", (_what, typed, date) => {
    expect(readTyped(typed, true)).toBe(date);
  });
});
