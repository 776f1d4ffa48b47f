import { createHash } from "node:crypto";

/** A person or company on a watch list. */
export type Listed = {
  /** Reference of the entry in its list, such as `TAi.001`. */
  readonly reference: string;
  readonly kind: "person" | "company";
  /** All names: the main name in the list, then aliases and the original script. */
  readonly names: readonly string[];
  /** Dates of birth as `YYYY` or `YYYY-MM-DD`. A range is expanded to its years. */
  readonly births: readonly string[];
  readonly documents: readonly string[];
  readonly nationalities: readonly string[];
  readonly listedOn: string | null;
  readonly comment: string | null;
};

/** A parsed watch list. */
export type WatchList = {
  readonly name: string;
  /** SHA-256 of the list's bytes. */
  readonly hash: string;
  readonly generatedAt: string | null;
  readonly entries: readonly Listed[];
};

/**
 * Parses a watch list in the format of the United Nations' consolidated list, converted from XML to JSON with
 * the same names (`CONSOLIDATED_LIST`, `INDIVIDUALS`, `ENTITIES`, `FIRST_NAME`, `INDIVIDUAL_ALIAS`…). Lists
 * of the Anti-Money Laundering Office and of commercial providers must first be converted to this format.
 * Throws on any other content, because an error is better than an incomplete list.
 */
export function readWatchList(name: string, text: string): WatchList {
  const root = recordOf(recordOf(JSON.parse(text)).CONSOLIDATED_LIST ?? null);
  if (root.INDIVIDUALS === undefined && root.ENTITIES === undefined)
    throw new Error(`readWatchList: ${name} has neither INDIVIDUALS nor ENTITIES under CONSOLIDATED_LIST`);
  const people = manyOf(inside(root.INDIVIDUALS, "INDIVIDUAL")).map((one) => entryOf("person", one));
  const companies = manyOf(inside(root.ENTITIES, "ENTITY")).map((one) => entryOf("company", one));
  const entries = [...people, ...companies];
  const nameless = entries.find(({ reference, names }) => reference === "" || names.length === 0);
  if (nameless !== undefined)
    throw new Error(`readWatchList: an entry of ${name} (${nameless.reference}) lacks a name or a reference`);
  return {
    name,
    hash: createHash("sha256").update(text).digest("hex"),
    generatedAt: textOf(root.dateGenerated),
    entries,
  };
}

function entryOf(kind: Listed["kind"], one: Fields): Listed {
  const label = kind === "person" ? "INDIVIDUAL" : "ENTITY";
  const full = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"]
    .flatMap((part) => textOf(one[part]) ?? [])
    .join(" ");
  const aliases = manyOf(one[`${label}_ALIAS`]).flatMap((alias) => textOf(alias.ALIAS_NAME) ?? []);
  const original = textOf(one.NAME_ORIGINAL_SCRIPT);
  return {
    reference: textOf(one.REFERENCE_NUMBER) ?? textOf(one.DATAID) ?? "",
    kind,
    names: [full, ...(original === null ? [] : [original]), ...aliases].filter((found) => found !== ""),
    births: manyOf(one.INDIVIDUAL_DATE_OF_BIRTH).flatMap(birthsOf),
    documents: manyOf(one.INDIVIDUAL_DOCUMENT).flatMap((document) => textOf(document.NUMBER) ?? []),
    nationalities: manyOf(one.NATIONALITY).flatMap((nationality) => valuesOf(nationality.VALUE)),
    listedOn: textOf(one.LISTED_ON),
    comment: textOf(one.COMMENTS1),
  };
}

function birthsOf(birth: Fields): readonly string[] {
  const day = textOf(birth.DATE);
  if (day !== null) return [day.slice(0, 10)];
  const year = textOf(birth.YEAR);
  if (year !== null) return [year];
  const [from, to] = [Number(textOf(birth.FROM_YEAR)), Number(textOf(birth.TO_YEAR))];
  if (!(from > 1800 && to >= from && to - from < 60)) return [];
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

type Fields = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/**
 * Returns the values of an XML element as an array. Converters represent the element as an object or an
 * array, or leave it out.
 */
function manyOf(value: unknown): readonly Fields[] {
  return (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(recordOf);
}

/** Returns the entries in a group. Some converters represent the group itself as the array of entries. */
function inside(group: unknown, name: string): unknown {
  return Array.isArray(group) ? group : recordOf(group)[name];
}

function valuesOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);
}

function textOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
}
