type Name = { readonly th: string; readonly en: string };

/** Provinces of Thailand with their districts, sub-districts and postal codes. */
export type ThaiPlaces = {
  readonly provinces: readonly (Name & {
    readonly districts: readonly (Name & {
      readonly subDistricts: readonly (Name & { readonly postalCodes: readonly string[] })[];
    })[];
  })[];
};

/** One sub-district with one of its postal codes. */
export type ThaiPlace = {
  readonly subDistrict: Name;
  readonly district: Name;
  readonly province: Name;
  readonly postalCode: string;
};

/**
 * The parts of an address that come from the list of places. An empty text means that the person has not
 * filled in the part.
 */
export type PlaceParts = { readonly [Part in PlacePart]: string };

/** The parts of an address, from largest to smallest. Each part must lie within the part before it. */
export const PLACE_PARTS = ["province", "district", "subDistrict", "postalCode"] as const;
export type PlacePart = (typeof PLACE_PARTS)[number];

/** Returns the sub-districts of the list as rows, in the list's order. */
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
 * Returns the first part of an address that contradicts the larger parts, or `null` if all filled parts
 * match. Names match in either language, with or without a word such as "province".
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

/** Returns the places whose name or postal code matches the typed text of one part of the address. */
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

/** Returns the form in which names are compared: without spaces, hyphens, abbreviation marks and case. */
export function keyOf(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s.ฯ'’-]+/g, "");
}

const known = new WeakMap<Name, readonly string[]>();

/**
 * Returns both names in the form in which they are compared. The result is cached, because all rows of a
 * province share one name object.
 */
function keysOf(name: Name): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const keys = [keyOf(name.th), keyOf(name.en)];
  known.set(name, keys);
  return keys;
}

/**
 * Common short name for the district of a province's capital, which is officially named after the province.
 */
const CAPITAL = "เมือง";
const BANGKOK = "กรุงเทพมหานคร";
const SHORT_BANGKOK: ReadonlySet<string> = new Set(["กรุงเทพ", "กทม", "bkk", "krungthep"]);

/**
 * Removes the word for the kind of place (such as "province"), which people often write before or after the
 * name.
 */
function withoutKind(typed: string): string {
  return typed
    .trim()
    .replace(/^(แขวง|ตำบล|เขต|กิ่งอำเภอ|อำเภอ|จังหวัด|[ตอจ]\.)\s*/, "")
    .replace(/^(khwaeng|tambon|khet|amphoe|changwat)\s+/i, "")
    .replace(/\s(sub-?district|district|province)$/i, "")
    .trimEnd();
}
