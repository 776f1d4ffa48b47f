import i18next from "i18next";
import { describe, expect, it } from "vitest";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { showValue } from "../../renderer/flow/show-value.ts";
import { eraOf, readTyped } from "../../renderer/flow/widgets/typed-date.ts";
import { dateMask } from "../../renderer/kit/text/mask.ts";
import { sentFields } from "../../renderer/staff/reviews/sent-fields.ts";
import { loadFlow, readJson } from "../definitions/definition-files.ts";

describe("a displayed birth date", () => {
  it.each([
    ["th", "01/04/2533 (พ.ศ.)", "04/2533 (พ.ศ.)"],
    ["en", "01/04/1990 (C.E.)", "04/1990 (C.E.)"],
  ])("has in %s the era of that language, together with the era's name", async (lng, whole, partial) => {
    const common = readJson(`locales/${lng}/common.json`);
    await i18next.init({ lng, resources: { [lng]: { common } }, interpolation: { escapeValue: false } });
    const definition = await loadFlow("kyc");
    // Reviews, ends and changeable answers format the date by its place in the data, and staff pages by its
    // field name.
    expect(showValue(definition, "answers.general.birthDate", "1990-04-01")).toBe(whole);
    expect(showValue(definition, "answers.general.birthDate", "1990-04")).toBe(partial);
    const staff = sentFields(definition, { birthDate: "answers.general.birthDate" });
    expect(staff.value("birthDate", "1990-04-01")).toBe(whole);
  });
});

it.each(["1940-02-29", "1940-02", "1939-04-01", "1941-01-01", "1990-05-17"])(
  "a date field keeps %s unchanged after displaying it in the Buddhist era",
  (date) => {
    expect(readTyped(formatTypedDate(date as LocalDate, "buddhist"), true)).toBe(date);
  },
);

describe("a typed date", () => {
  it.each([
    ["a Buddhist year", "01/04/2533", "1990-04-01", "buddhist"],
    ["a Christian year", "01/04/1990", "1990-04-01", "christian"],
    ["a day that does not exist", "31/02/2533", null, "buddhist"],
    ["a year of two digits", "01/04/25", null, null],
    ["29 February 2482, which was in 1940", "29/02/2482", "1940-02-29", "buddhist"],
    ["1 April 2482, which was in 1939", "01/04/2482", "1939-04-01", "buddhist"],
    ["1 January 2484, which was in 1941", "01/01/2484", "1941-01-01", "buddhist"],
  ])("is parsed correctly: %s", (_what, typed, date, era) => {
    expect(readTyped(typed, false)).toBe(date);
    expect(eraOf(typed)).toBe(era);
  });

  it.each([
    ["a month and a year", "04/2533", "1990-04"],
    ["a year alone", "2533", "1990"],
    ["a whole date", "01/04/2533", "1990-04-01"],
    ["a day and a month only", "01/04", null],
    ["a month and a year without a slash", dateMask.clean("052533"), "1990-05"],
    ["March 2480, which was in 1938", "03/2480", "1938-03"],
    ["a date that a browser filled in", dateMask.clean("1990-05-17"), "1990-05-17"],
    ["a whole date without slashes", dateMask.clean("05252533"), null],
  ])("may be incomplete: %s", (_what, typed, date) => {
    expect(readTyped(typed, true)).toBe(date);
  });
});
