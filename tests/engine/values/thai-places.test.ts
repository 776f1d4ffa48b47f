import { describe, expect, test } from "vitest";
import { type PlaceParts, rowsOfPlaces, wrongPart } from "../../../domain/thai-places.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { thaiPlaces } from "../../../server/places/places.ts";

const places = await thaiPlaces();
const rows = rowsOfPlaces(places);
const silom: PlaceParts = {
  province: "กรุงเทพมหานคร",
  district: "บางรัก",
  subDistrict: "สีลม",
  postalCode: "10500",
};

describe("wrongPart", () => {
  test.each<readonly [string, Partial<PlaceParts>, string | null]>([
    ["all parts as in the list", {}, null],
    ["all parts in English", { province: "Bangkok", district: "bang rak", subDistrict: "Si Lom" }, null],
    [
      "the type of area before each name",
      { province: "จังหวัดกรุงเทพมหานคร", district: "เขตบางรัก", subDistrict: "แขวง สีลม" },
      null,
    ],
    ["Bangkok abbreviated", { province: "กรุงเทพฯ" }, null],
    ["Bangkok in two more spellings", { province: "กทม." }, null],
    ["only some parts filled in", { district: "", subDistrict: "" }, null],
    ["no parts at all", { province: "", district: "", subDistrict: "", postalCode: "" }, null],
    ["an unknown province", { province: "นครนายกเทศมนตรี" }, "province"],
    ["a district of another province", { district: "เมืองเชียงใหม่" }, "district"],
    ["a sub-district of another district", { subDistrict: "ลุมพินี" }, "subDistrict"],
    ["a postal code of another area", { postalCode: "50200" }, "postalCode"],
    ["a postal code that contradicts the district", { subDistrict: "", postalCode: "50200" }, "postalCode"],
  ])("returns the wrong part of an address, or null if the address is valid: %s", (_why, change, wrong) => {
    expect(wrongPart(rows, { ...silom, ...change })).toBe(wrong);
  });

  test("accepts the short name of a province's capital district", () => {
    const town = { province: "เชียงใหม่", district: "เมือง", subDistrict: "ศรีภูมิ", postalCode: "50200" };
    expect(wrongPart(rows, town)).toBeNull();
    expect(wrongPart(rows, { ...town, district: "อำเภอเมือง" })).toBeNull();
  });
});

describe("the list of areas", () => {
  test("contains every province with both names, and valid postal codes", () => {
    expect(places.provinces).toHaveLength(77);
    expect(places.provinces.flatMap(({ districts }) => districts)).toHaveLength(928);
    expect(rows.length).toBeGreaterThan(7_400);
    const odd = rows.filter(
      ({ subDistrict, district, province, postalCode }) =>
        !/^[1-9]\d{4}$/.test(postalCode) ||
        [subDistrict, district, province].some(({ th, en }) => !/^[ก-๙.-]+$/.test(th) || !/^[A-Z]/.test(en)),
    );
    expect(odd).toEqual([]);
  });

  test("contains only rows that wrongPart accepts in Thai and in English", () => {
    for (const language of LANGUAGES)
      for (const { province, district, subDistrict, postalCode } of rows.filter((_, at) => at % 40 === 0))
        expect(
          wrongPart(rows, {
            province: province[language],
            district: district[language],
            subDistrict: subDistrict[language],
            postalCode,
          }),
        ).toBeNull();
  });

  test.each([
    ["พญาไท", "พญาไท", "Phaya Thai", "10400"],
    ["ดินแดง", "รัชดาภิเษก", "Ratchadaphisek", "10400"],
    ["บางรัก", "สีลม", "Si Lom", "10500"],
    ["สาทร", "ทุ่งมหาเมฆ", "Thung Maha Mek", "10120"],
  ])("contains areas that the package lacks: %s, %s", (district, subDistrict, english, postalCode) => {
    const found = rows.find((row) => row.district.th === district && row.subDistrict.th === subDistrict);
    expect(found).toMatchObject({ subDistrict: { en: english }, postalCode });
  });
});
