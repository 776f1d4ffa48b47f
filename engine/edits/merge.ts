import { isObject } from "../flow/form-schema.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Draft } from "./draft.ts";
import { pointerOf } from "./json-places.ts";
import { reprint, same } from "./reprint.ts";
import { treeOf } from "./text-tree.ts";

/**
 * A location that both sides changed in different ways. A side that is omitted had no value at the location.
 * An empty pointer stands for the whole file. A file that is not JSON is given as text.
 */
export type Clash = {
  readonly file: string;
  readonly pointer: string;
  readonly base?: Json;
  readonly ours?: Json;
  readonly theirs?: Json;
};

/** The merged draft. At a conflict the draft contains `ours`, unless a person has chosen `theirs`. */
export type Merged = { readonly draft: Draft; readonly clashes: readonly Clash[] };

/** Returns true if a conflict is resolved with `theirs`. */
export type Takes = (place: Pick<Clash, "file" | "pointer">) => boolean;

/**
 * Merges two drafts with a common base, by JSON pointer. A file that only one side changed keeps its bytes.
 * `takes` selects the conflicts that are resolved with `theirs`; the result lists these conflicts too.
 */
export function merge({
  base,
  ours,
  theirs,
  takes = () => false,
}: {
  readonly base: Draft;
  readonly ours: Draft;
  readonly theirs: Draft;
  readonly takes?: Takes;
}): Merged {
  const draft: { [file: string]: string } = {};
  const clashes: Clash[] = [];
  for (const file of new Set([...Object.keys(theirs), ...Object.keys(ours), ...Object.keys(base)])) {
    const texts = { base: base[file], ours: ours[file], theirs: theirs[file] };
    const text = mergedFile({ file, names: [], clashes, takes }, texts);
    if (text !== undefined) draft[file] = text;
  }
  return { draft, clashes };
}

type Three<Of> = {
  readonly base: Of | undefined;
  readonly ours: Of | undefined;
  readonly theirs: Of | undefined;
};

function mergedFile(root: At, texts: Three<string>): string | undefined {
  const { file, clashes, takes } = root;
  const { base, ours, theirs } = texts;
  if (ours === theirs || base === theirs) return ours;
  if (base === ours) return theirs;
  const trees = [base, ours, theirs].map((text) => (text === undefined ? null : treeOf(text)));
  const [was, mine, other] = trees;
  if (ours === undefined || theirs === undefined || !mine || !other) {
    clashes.push({ file, pointer: "", ...presentSides(texts) });
    return takes({ file, pointer: "" }) ? theirs : ours;
  }
  const value = mergedValue(root, { base: was?.value, ours: mine.value, theirs: other.value });
  if (value === undefined) return undefined;
  // Prints the merged value in the formatting of `theirs`, because `theirs` is the saved draft.
  return same(value, other.value) ? theirs : same(value, mine.value) ? ours : reprint(theirs, value, other);
}

type At = {
  readonly file: string;
  readonly names: readonly (string | number)[];
  readonly clashes: Clash[];
  readonly takes: Takes;
};

function mergedValue(at: At, three: Three<Json>): Json | undefined {
  const { base, ours, theirs } = three;
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  if (isObject(ours) && isObject(theirs)) return mergedObject(at, isObject(base) ? base : {}, ours, theirs);
  if (Array.isArray(ours) && Array.isArray(theirs) && Array.isArray(base)) {
    const merged = mergedList(at, base, ours, theirs);
    if (merged !== null) return merged;
  }
  return clash(at, three);
}

function clash({ file, names, clashes, takes }: At, three: Three<Json>): Json | undefined {
  const place = { file, pointer: pointerOf(names) };
  clashes.push({ ...place, ...presentSides(three) });
  return takes(place) ? three.theirs : three.ours;
}

function presentSides({ base, ours, theirs }: Three<Json>): Pick<Clash, "base" | "ours" | "theirs"> {
  return {
    ...(base === undefined ? {} : { base }),
    ...(ours === undefined ? {} : { ours }),
    ...(theirs === undefined ? {} : { theirs }),
  };
}

function mergedObject(at: At, base: JsonObject, ours: JsonObject, theirs: JsonObject): JsonObject {
  const place = { file: at.file, pointer: pointerOf(at.names) };
  const names = mergedOrder(Object.keys(base), Object.keys(ours), Object.keys(theirs), at.takes(place));
  if (names.isClash)
    at.clashes.push({
      ...place,
      base: Object.keys(base),
      ours: Object.keys(ours),
      theirs: Object.keys(theirs),
    });
  return Object.fromEntries(
    names.order.flatMap((name) => {
      const of = (object: JsonObject) => (Object.hasOwn(object, name) ? object[name] : undefined);
      const value = mergedValue(
        { ...at, names: [...at.names, name] },
        { base: of(base), ours: of(ours), theirs: of(theirs) },
      );
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Merges the order of names on two sides. If one side moved a name, the order of that side is used. A name
 * that only the other side has is inserted after the name that precedes it on that side.
 */
function mergedOrder(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  takesTheirs = false,
): { readonly order: readonly string[]; readonly isClash: boolean } {
  const common = base.filter((name) => ours.includes(name) && theirs.includes(name));
  const orderIn = (names: readonly string[]) => names.filter((name) => common.includes(name)).join("\n");
  const [was, mine, other] = [orderIn(base), orderIn(ours), orderIn(theirs)];
  const isClash = mine !== was && other !== was && mine !== other;
  const [lead, rest] = mine === was || (isClash && takesTheirs) ? [theirs, ours] : [ours, theirs];
  const order = [...lead];
  rest.forEach((name, index) => {
    if (order.includes(name)) return;
    const before = rest.slice(0, index).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  });
  return { order, isClash };
}

/**
 * Merges two lists. Matches the items by name. If items have no names, matches them by index in lists of
 * equal length, and otherwise merges the changed ranges.
 */
function mergedList(
  at: At,
  base: readonly Json[],
  ours: readonly Json[],
  theirs: readonly Json[],
): readonly Json[] | null {
  const keyed = [base, ours, theirs].map(keyedBy);
  const [was, mine, other] = keyed;
  if (was && mine && other) {
    const order = mergedOrder([...was.keys()], [...mine.keys()], [...other.keys()]);
    if (!order.isClash)
      return order.order.flatMap((key) => {
        const index = ours.indexOf(mine.get(key) as Json);
        const three = { base: was.get(key), ours: mine.get(key), theirs: other.get(key) };
        const value = mergedValue({ ...at, names: [...at.names, index < 0 ? key : index] }, three);
        return value === undefined ? [] : [value];
      });
    return null;
  }
  if (base.length === ours.length && base.length === theirs.length)
    return base.map(
      (item, index) =>
        mergedValue(
          { ...at, names: [...at.names, index] },
          { base: item, ours: ours[index], theirs: theirs[index] },
        ) as Json,
    );
  return mergedStretches(base, ours, theirs);
}

/** Returns the items of a list by name, or `null` if an item has no unique name. */
function keyedBy(list: readonly Json[]): ReadonlyMap<string, Json> | null {
  const keyed = new Map<string, Json>();
  for (const item of list) {
    const name = isObject(item)
      ? (item.id ?? item.name ?? item.why ?? item.value ?? item.place ?? item.heading)
      : item;
    if (typeof name !== "string" || keyed.has(name)) return null;
    keyed.set(name, item);
  }
  return keyed;
}

function mergedStretches(
  base: readonly Json[],
  ours: readonly Json[],
  theirs: readonly Json[],
): readonly Json[] | null {
  const [mine, other] = [stretch(base, ours), stretch(base, theirs)];
  const [first, second] = mine.from <= other.from ? [mine, other] : [other, mine];
  if (first.to > second.from || first.from === second.from) return null;
  return [
    ...base.slice(0, first.from),
    ...first.items,
    ...base.slice(first.to, second.from),
    ...second.items,
    ...base.slice(second.to),
  ];
}

/** Returns the shortest range that contains all differences between a list and the base. */
function stretch(
  base: readonly Json[],
  list: readonly Json[],
): { readonly from: number; readonly to: number; readonly items: readonly Json[] } {
  const shorter = Math.min(base.length, list.length);
  let from = 0;
  while (from < shorter && same(base[from], list[from])) from += 1;
  let end = 0;
  while (end < shorter - from && same(base.at(-1 - end), list.at(-1 - end))) end += 1;
  return { from, to: base.length - end, items: list.slice(from, list.length - end) };
}
