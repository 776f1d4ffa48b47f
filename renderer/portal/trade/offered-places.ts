import {
  keyOf,
  PLACE_PARTS,
  type PlacePart,
  type PlaceParts,
  placesWith,
  type ThaiPlace,
} from "../../../domain/thai-places.ts";
import type { Language } from "../../kit/text/i18n.ts";

/** One suggestion under a field: its text, an additional text, and the address parts that it fills in. */
export type OfferedPlace = {
  readonly key: string;
  readonly name: string;
  readonly beside: string;
  readonly fills: Partial<PlaceParts>;
};

/** Maximum number of suggestions. Further typing narrows them. */
const MOST_OFFERED = 60;

/**
 * Returns suggestions for a part of an address. Suggestions must match the larger parts that are filled in.
 * They must also match the postal code, unless a smaller part is filled in. If none match, all places are
 * searched. A sub-district is also found by its district, province and postal code, and fills in these parts.
 */
export function offeredPlaces(
  rows: readonly ThaiPlace[],
  of: {
    readonly part: PlacePart;
    readonly parts: PlaceParts;
    readonly typed: string;
    readonly language: Language;
  },
): readonly OfferedPlace[] {
  const inside = found(linesOf(narrowed(rows, of.part, of.parts), of.part, of.language), of.typed);
  return inside.length > 0 ? inside : found(linesOf(rows, of.part, of.language), of.typed);
}

/** Returns the matches at the start of the text, followed by matches inside the text. */
function found(lines: readonly Line[], text: string): readonly OfferedPlace[] {
  const typed = keyOf(text);
  const first: OfferedPlace[] = [];
  const then: OfferedPlace[] = [];
  for (const { line, texts } of lines) {
    const [own = "", ...others] = texts;
    if (typed === "" || own.split("\n").some((text) => text.startsWith(typed))) first.push(line);
    else if (texts.join("\n").includes(typed) || matchesWords(text, [own, ...others])) then.push(line);
    if (first.length === MOST_OFFERED) break;
  }
  return [...first, ...then].slice(0, MOST_OFFERED);
}

/**
 * Returns the address parts that a typed text determines when the field is left; `null` if the list does not
 * contain the text.
 */
export function settledPlace(
  rows: readonly ThaiPlace[],
  of: { readonly part: PlacePart; readonly parts: PlaceParts; readonly typed: string },
): Partial<PlaceParts> | null {
  const { part, parts, typed } = of;
  const inside = placesWith(narrowed(rows, part, parts), part, typed);
  const found = inside.length > 0 ? inside : placesWith(rows, part, typed);
  if (found.length === 0) return null;
  // An empty part is filled in if all matching rows have the same value for this part.
  const settled: Partial<Record<PlacePart, string>> = {};
  for (const one of PLACE_PARTS) {
    const values = new Set(found.map((row) => keptPart(row, one)));
    const [only] = values;
    if (values.size === 1 && only !== undefined && (one === part || parts[one] === "")) settled[one] = only;
  }
  return settled;
}

/**
 * Returns the parts of the address after the person chose a place. Clears smaller parts that do not lie in
 * this place.
 */
export function withChosen(
  rows: readonly ThaiPlace[],
  parts: PlaceParts,
  chosen: Partial<PlaceParts>,
): PlaceParts {
  const next: Record<PlacePart, string> = { ...parts, ...chosen };
  let left = rows;
  let below = false;
  for (const part of PLACE_PARTS) {
    below ||= part in chosen;
    // Parts larger than the chosen place may still change. They stay, and are not compared with the choice.
    if (next[part] === "" || !below) continue;
    const inside = placesWith(left, part, next[part]);
    if (inside.length > 0) left = inside;
    else if (!(part in chosen)) next[part] = "";
  }
  return next;
}

/** Returns one part of a place as answers store it. */
export function keptPart(row: ThaiPlace, part: PlacePart): string {
  return part === "postalCode" ? row.postalCode : row[part].th;
}

/** Returns the rows that match the larger parts of the address. A part that matches no row is ignored. */
function narrowed(rows: readonly ThaiPlace[], part: PlacePart, parts: PlaceParts): readonly ThaiPlace[] {
  const at = PLACE_PARTS.indexOf(part);
  const smaller = PLACE_PARTS.slice(at, -1).some((one) => one !== part && parts[one] !== "");
  const by = PLACE_PARTS.filter(
    (one, index) => index < at || (one === "postalCode" && part !== "postalCode" && !smaller),
  );
  let left = rows;
  for (const one of by) {
    if (parts[one] === "") continue;
    const inside = placesWith(left, one, parts[one]);
    if (inside.length > 0) left = inside;
  }
  return left;
}

type Line = { readonly line: OfferedPlace; readonly texts: readonly string[] };

function linesOf(rows: readonly ThaiPlace[], part: PlacePart, language: Language): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const key = keyOfLine(row, part);
    if (lines.has(key)) continue;
    const { subDistrict, district, province, postalCode } = row;
    const fills: Partial<PlaceParts> =
      part === "province"
        ? { province: province.th }
        : part === "district"
          ? { province: province.th, district: district.th }
          : { province: province.th, district: district.th, subDistrict: subDistrict.th, postalCode };
    const name = part === "postalCode" ? postalCode : row[part][language];
    const beside =
      part === "province"
        ? ""
        : part === "district"
          ? province[language]
          : part === "subDistrict"
            ? `${district[language]} ${province[language]} ${postalCode}`
            : `${subDistrict[language]} ${district[language]} ${province[language]}`;
    const own = part === "postalCode" ? postalCode : both(row[part]);
    const others = part === "province" ? [] : [both(district), both(province), both(subDistrict), postalCode];
    lines.set(key, { line: { key, name, beside, fills }, texts: [own, ...others] });
  }
  return [...lines.values()];
}

function keyOfLine({ province, district, subDistrict, postalCode }: ThaiPlace, part: PlacePart): string {
  if (part === "province") return province.th;
  if (part === "district") return `${province.th} ${district.th}`;
  return `${province.th} ${district.th} ${subDistrict.th} ${postalCode}`;
}

function both(name: { readonly th: string; readonly en: string }): string {
  return `${keyOf(name.th)}\n${keyOf(name.en)}`;
}

/** Whether the texts contain every typed word, such as each word of `si lom bang rak`. */
function matchesWords(typed: string, texts: readonly string[]): boolean {
  const words = typed.trim().split(/\s+/);
  return words.length > 1 && words.every((word) => texts.some((text) => text.includes(keyOf(word))));
}
