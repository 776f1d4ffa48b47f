import { isObject } from "../../engine/flow/form-schema.ts";
import type { Message, Phrase } from "../../engine/rules/message.ts";
import type { Json } from "../../engine/values/json.ts";
import { alike } from "../../engine/verify/compare/index.ts";

type Entries = ReadonlyMap<string, Json> | null;

/**
 * Describes a changed part. If the part is a list of names or a table, the description lists the added,
 * removed and changed entries.
 */
export function inDetail(
  part: string,
  old: Json | undefined,
  now: Json | undefined,
  nameOf: (name: string) => string = (name) => name,
): Message | string {
  if (alike(old, now)) return part;
  const isList = [old, now].some((one) => typeof one === "object");
  const [before, after] = [old, now].map((one) => entriesOf(isList ? (one ?? []) : one)) as [
    Entries,
    Entries,
  ];
  if (before === null || after === null) {
    const params = { from: wordOf(old), to: wordOf(now) };
    return isWord(old) && isWord(now)
      ? { key: "compare.detail", params: { part, details: { key: "compare.from-to", params } } }
      : part;
  }
  const only = (one: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>) =>
    [...one.keys()].filter((name) => !other.has(name)).map(nameOf);
  const [added, removed] = [only(after, before), only(before, after)];
  const changed = [...after]
    .filter(([name, one]) => before.has(name) && !alike(one, before.get(name)))
    .map(([name]) => nameOf(name));
  const details: Phrase[] = [
    ...(added.length > 0 ? [{ key: "compare.names-added", params: { names: added } } as const] : []),
    ...(removed.length > 0 ? [{ key: "compare.names-removed", params: { names: removed } } as const] : []),
    ...(changed.length > 0 ? [{ key: "compare.names-changed", params: { names: changed } } as const] : []),
  ];
  if (details.length === 0) details.push({ key: "compare.order" });
  return { key: "compare.detail", params: { part, details } };
}

/** Returns whether a value is a word, a number or absent. */
function isWord(value: Json | undefined): boolean {
  return value === undefined || typeof value === "string" || typeof value === "number";
}

function wordOf(value: Json | undefined): Phrase | string {
  return value === undefined ? { key: "none" } : String(value);
}

/**
 * Returns the entries of a part: of a list of names, of the content of a screen (each with its options), or
 * of a table. Returns `null` for any other part, such as a word.
 */
function entriesOf(value: Json | undefined): Entries {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value) as [string, Json][]);
  const entries = value.map((one: Json) => entryOf(one));
  return entries.includes(null) ? null : new Map(entries as [string, Json][]);
}

/**
 * Returns the content of a screen as a table. Values are entries by data path with their options; headings
 * are entries by name.
 */
export function shownTable(shows: Json | undefined): Json | undefined {
  return Array.isArray(shows) ? Object.fromEntries(entriesOf(shows) ?? []) : shows;
}

/** Prefix that marks a heading in the table of a screen's content. */
export const HEADING = "heading ";

function entryOf(one: Json): readonly [string, Json] | null {
  if (typeof one === "string") return [one, {}];
  if (!isObject(one)) return null;
  if (typeof one.heading === "string") return [`${HEADING}${one.heading}`, {}];
  const { value, ...rest } = one;
  return typeof value === "string" ? [value, rest] : null;
}
