/** A name in both languages. */
type Name = { readonly th: string; readonly en: string };

/** Provinces of Thailand with their districts, sub-districts and postal codes. */
export type ThaiPlaces = {
  readonly provinces: readonly (Name & {
    readonly districts: readonly (Name & {
      readonly subDistricts: readonly (Name & { readonly postalCodes: readonly string[] })[];
    })[];
  })[];
};

/** One sub-district with one of its postal codes, as a row of a list. */
export type ThaiPlace = {
  readonly subDistrict: Name;
  readonly district: Name;
  readonly province: Name;
  readonly postalCode: string;
};

/** The parts of an address that come from the list; what is not filled in yet is empty. */
export type PlaceParts = { readonly [Part in PlacePart]: string };

/** The parts, from the largest to the smallest, as one is judged by the other. */
export const PLACE_PARTS = ["province", "district", "subDistrict", "postalCode"] as const;
export type PlacePart = (typeof PLACE_PARTS)[number];

/** The list as rows, in its own order. */
export function rowsOfPlaces({ provinces }: ThaiPlaces): readonly ThaiPlace[] {
  return provinces.flatMap((province) =>
    province.districts.flatMap((district) =>
      district.subDistricts.flatMap((subDistrict) =>
        subDistrict.postalCodes.map((postalCode) => ({ subDistrict, district, province, postalCode })),
      ),
    ),
  );
}

/**
 * The first part that the list does not have together with the parts before it; `null` where all that is filled in
 * belongs together. Names count in either language, with or without the word for what they are.
 */
export function wrongPart(rows: readonly ThaiPlace[], parts: PlaceParts): PlacePart | null {
  let left = rows;
  for (const part of PLACE_PARTS) {
    if (parts[part].trim() === "") continue;
    left = placesWith(left, part, parts[part]);
    if (left.length === 0) return part;
  }
  return null;
}

/** The rows that have a part as it was typed. */
export function placesWith(rows: readonly ThaiPlace[], part: PlacePart, typed: string): readonly ThaiPlace[] {
  if (part === "postalCode") return rows.filter(({ postalCode }) => postalCode === typed.trim());
  const wanted = new Set([keyOf(typed), keyOf(withoutKind(typed))]);
  return rows.filter((row) => {
    const { th } = row[part];
    return (
      keysOf(row[part]).some((key) => wanted.has(key)) ||
      (part === "province" && th === BANGKOK && SHORT_BANGKOK.has(keyOf(withoutKind(typed)))) ||
      (part === "district" && th === `${CAPITAL}${row.province.th}` && wanted.has(CAPITAL))
    );
  });
}

/** A name as it is compared: spaces, hyphens, marks of abbreviation and capitals make no difference. */
export function keyOf(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s.ฯ'’-]+/g, "");
}

const known = new WeakMap<Name, readonly string[]>();

/** Both names as they are compared; every row of a province has the same one. */
function keysOf(name: Name): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const keys = [keyOf(name.th), keyOf(name.en)];
  known.set(name, keys);
  return keys;
}

/** The district around a province's town is named for it, and often called just this. */
const CAPITAL = "เมือง";
const BANGKOK = "กรุงเทพมหานคร";
const SHORT_BANGKOK: ReadonlySet<string> = new Set(["กรุงเทพ", "กทม", "bkk", "krungthep"]);

/** The word for what a place is, which many write before or after its name. */
function withoutKind(typed: string): string {
  return typed
    .trim()
    .replace(/^(แขวง|ตำบล|เขต|กิ่งอำเภอ|อำเภอ|จังหวัด|[ตอจ]\.)\s*/, "")
    .replace(/^(khwaeng|tambon|khet|amphoe|changwat)\s+/i, "")
    .replace(/\s(sub-?district|district|province)$/i, "")
    .trimEnd();
}
