import { describe, expect, test } from "vitest";
import { type PlacePart, type PlaceParts, rowsOfPlaces } from "../../domain/thai-places.ts";
import type { Language } from "../../engine/values/languages.ts";
import { offeredPlaces, settledPlace, withChosen } from "../../renderer/portal/trade/offered-places.ts";
import { thaiPlaces } from "../../server/places/places.ts";

const rows = rowsOfPlaces(await thaiPlaces());
const EMPTY: PlaceParts = { province: "", district: "", subDistrict: "", postalCode: "" };
const SILOM = { province: "กรุงเทพมหานคร", district: "บางรัก", subDistrict: "สีลม", postalCode: "10500" };
const offered = (
  part: PlacePart,
  typed: string,
  parts: Partial<PlaceParts> = {},
  language: Language = "th",
) => offeredPlaces(rows, { part, parts: { ...EMPTY, ...parts }, typed, language });

describe("the suggestions for one part of an address", () => {
  test.each<readonly [string, PlacePart, string, Partial<PlaceParts>, Language, string]>([
    ["a sub-district by its first letters", "subDistrict", "สีล", {}, "th", "สีลม บางรัก กรุงเทพมหานคร 10500"],
    [
      "a sub-district by its first letters in English",
      "subDistrict",
      "silo",
      {},
      "en",
      "Si Lom Bang Rak Bangkok 10500",
    ],
    [
      "a place typed in English letters on the Thai screen",
      "subDistrict",
      "si lom",
      {},
      "th",
      "สีลม บางรัก กรุงเทพมหานคร 10500",
    ],
    [
      "a sub-district with its district",
      "subDistrict",
      "ศรีภูมิ เชียงใหม่",
      {},
      "th",
      "ศรีภูมิ เมืองเชียงใหม่ เชียงใหม่ 50200",
    ],
    ["a district of the province", "district", "บาง", { province: "นนทบุรี" }, "th", "บางกรวย นนทบุรี"],
    ["a province", "province", "chiang", {}, "en", "Chiang Rai"],
    ["the places of a postal code", "postalCode", "5020", {}, "th", "50200"],
  ])(
    "the suggestions for one part of an address include %s",
    (_what, part, typed, parts, language, first) => {
      const [line] = offered(part, typed, parts, language);
      expect(`${line?.name} ${line?.beside}`.trim()).toMatch(new RegExp(`^${first}`));
    },
  );

  test("contain only sub-districts with the typed postal code, and a chosen one completes the address", () => {
    const lines = offered("subDistrict", "", { postalCode: "10500" });
    expect(lines.map(({ name }) => name)).toContain("สีลม");
    expect(lines.length).toBeLessThan(10);
    const chosen = lines.find(({ name }) => name === "สีลม");
    expect(withChosen(rows, { ...EMPTY, postalCode: "10500" }, chosen?.fills ?? {})).toEqual(SILOM);
  });

  test("the suggestions include a sub-district that is found by its postal code", () => {
    const lines = offered("subDistrict", "58130");
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter(({ beside }) => !beside.endsWith("58130"))).toEqual([]);
  });

  test("are limited in number, and are empty if no place matches", () => {
    expect(offered("subDistrict", "").length).toBe(60);
    expect(offered("province", "").length).toBe(60);
    expect(offered("subDistrict", "ไม่มีจริง")).toEqual([]);
  });
});

describe("leaving an address field", () => {
  test("fills in those parts of the address that all places with the typed postal code have in common", () => {
    expect(settledPlace(rows, { part: "postalCode", parts: EMPTY, typed: "50200" })).toEqual({
      province: "เชียงใหม่",
      district: "เมืองเชียงใหม่",
      postalCode: "50200",
    });
  });

  test("fills in the rest of the address if the typed name is unique, in either language", () => {
    expect(settledPlace(rows, { part: "subDistrict", parts: EMPTY, typed: "แขวงสีลม" })).toEqual(SILOM);
    expect(settledPlace(rows, { part: "subDistrict", parts: EMPTY, typed: "silom" })).toEqual(SILOM);
  });

  test("keeps earlier input, and fills in nothing if the typed text is unknown", () => {
    const parts = { ...EMPTY, province: "เชียงใหม่" };
    expect(settledPlace(rows, { part: "subDistrict", parts, typed: "สีลม" })).not.toHaveProperty("province");
    expect(settledPlace(rows, { part: "district", parts: EMPTY, typed: "ไม่มีจริง" })).toBeNull();
  });
});

describe("the other parts of an address after a choice", () => {
  test("smaller parts of an address are cleared if they belong to another place, and are otherwise kept", () => {
    expect(withChosen(rows, SILOM, { province: "เชียงใหม่" })).toEqual({ ...EMPTY, province: "เชียงใหม่" });
    const moved = { ...SILOM, subDistrict: "ลุมพินี" };
    expect(withChosen(rows, moved, { district: "ปทุมวัน" })).toEqual({
      ...moved,
      district: "ปทุมวัน",
      postalCode: "",
    });
    const typed = { ...SILOM, district: "ไม่มีจริง" };
    expect(withChosen(rows, typed, { postalCode: "50200" })).toEqual({ ...typed, postalCode: "50200" });
  });
});
