import { getDatabase, preload, setEngMode } from "thai-address-universal";
import type { ThaiPlaces } from "../../domain/thai-places.ts";
import amendments from "./amendments.json" with { type: "json" };

type Names = { readonly th: string; readonly en: string };
type Province = Names & { readonly districts: District[] };
type District = Names & { readonly subDistricts: SubDistrict[] };
type SubDistrict = Names & { readonly postalCodes: string[] };

const ENGLISH: Readonly<Record<string, Readonly<Record<string, string>>>> = amendments.english;

let reading: Promise<ThaiPlaces> | null = null;

/**
 * Returns the list of Thai places. The list is read on first use and then cached, because only a release can
 * change it.
 */
export function thaiPlaces(): Promise<ThaiPlaces> {
  reading ??= readPlaces();
  return reading;
}

/**
 * Reads the Thai and the English list of the npm package. Their rows are in the same order, so they can be
 * combined. Then applies the corrections of `amendments.json`.
 */
async function readPlaces(): Promise<ThaiPlaces> {
  await preload({ language: "both" });
  const thai = getDatabase();
  await setEngMode(true);
  const english = getDatabase();
  await setEngMode(false);
  const rows = thai.map((row, at) => {
    const other = english[at];
    if (other?.postal_code !== row.postal_code)
      throw new Error(`places: row ${at} of the package is not the same place in both languages`);
    return { th: row, en: other };
  });
  const provinces: Province[] = [];
  for (const { th, en } of rows) {
    // A place without a postal code is an uninhabited island. No address needs it, so it is left out.
    if (th.postal_code === "") continue;
    const name = (one: string, other: string): Names => ({
      th: one,
      en: ENGLISH[th.province]?.[one] ?? other,
    });
    const province = member(provinces, name(th.province, en.province), { districts: [] });
    const district = member(province.districts, name(th.district, en.district), { subDistricts: [] });
    const sub = member(district.subDistricts, name(th.sub_district, en.sub_district), { postalCodes: [] });
    if (!sub.postalCodes.includes(th.postal_code)) sub.postalCodes.push(th.postal_code);
  }
  for (const { province, district, th, en, postalCode } of amendments.missing) {
    const within = provinces.find((one) => one.th === province)?.districts.find((one) => one.th === district);
    if (within === undefined || within.subDistricts.some((one) => one.th === th))
      throw new Error(`places: amendments.json adds ${th}, which does not go into ${district}, ${province}`);
    within.subDistricts.push({ th, en, postalCodes: [postalCode] });
  }
  const { compare } = new Intl.Collator("th");
  const sorted = <One extends Names>(list: readonly One[]) =>
    [...list].sort((one, other) => compare(one.th, other.th));
  return {
    provinces: sorted(provinces).map((province) => ({
      ...province,
      districts: sorted(province.districts).map((district) => ({
        ...district,
        subDistricts: sorted(district.subDistricts),
      })),
    })),
  };
}

/** Returns the entry with this Thai name from a list. If the list has none, adds one. */
function member<Rest extends object>(list: (Names & Rest)[], name: Names, rest: Rest): Names & Rest {
  const found = list.findLast((one) => one.th === name.th);
  if (found !== undefined) return found;
  const added = { ...name, ...rest };
  list.push(added);
  return added;
}
