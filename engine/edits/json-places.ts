import { isObject } from "../flow/form-schema.ts";
import type { Json, JsonObject } from "../values/json.ts";

/** The property names from a file's root to a location in the file. */
export type Names = readonly string[];

export function namesOf(pointer: string): Names {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function pointerOf(names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the value at a location, or `undefined` if the location does not exist. */
export function at(value: Json | undefined, names: Names): Json | undefined {
  let here = value;
  for (const name of names) {
    if (Array.isArray(here)) here = /^\d+$/.test(name) ? (here[Number(name)] as Json | undefined) : undefined;
    else here = isObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  }
  return here;
}

/** Returns the object at a location, or an empty object. */
export function objectIn(value: Json | undefined, names: Names = []): JsonObject {
  const found = at(value, names);
  return isObject(found) ? found : {};
}

/** Returns the list at a location, or an empty list. */
export function listIn(value: Json | undefined, names: Names = []): readonly Json[] {
  const found = at(value, names);
  return Array.isArray(found) ? found : [];
}

/**
 * Returns a copy of the value in which the location contains `next`. If `next` is `undefined`, the copy lacks
 * the location. Creates missing parent objects. Inserts a new name before the name `before`, or at the end.
 * Parts outside the path to the location are the same objects as in `value`.
 */
export function put(
  value: Json | undefined,
  names: Names,
  next: Json | undefined,
  before?: string,
): Json | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return next;
  if (Array.isArray(value)) {
    const index = Number(name);
    const inner = put(value[index] as Json | undefined, rest, next, before);
    if (inner === undefined) return value.filter((_, one) => one !== index);
    return index >= value.length
      ? [...value, inner]
      : value.map((item: Json, one) => (one === index ? inner : item));
  }
  const object = isObject(value) ? value : {};
  const inner = put(Object.hasOwn(object, name) ? object[name] : undefined, rest, next, before);
  const entries = Object.entries(object);
  if (inner === undefined) return Object.fromEntries(entries.filter(([one]) => one !== name));
  if (Object.hasOwn(object, name))
    return Object.fromEntries(entries.map(([one, old]) => [one, one === name ? inner : old]));
  const index = rest.length > 0 || before === undefined ? -1 : entries.findIndex(([one]) => one === before);
  entries.splice(index < 0 ? entries.length : index, 0, [name, inner]);
  return Object.fromEntries(entries);
}

/** Moves a property of an object before another property, or to the end. */
export function moveName(object: JsonObject, name: string, before: string | null): JsonObject {
  const others = Object.entries(object).filter(([one]) => one !== name);
  const index = before === null ? -1 : others.findIndex(([one]) => one === before);
  others.splice(index < 0 ? others.length : index, 0, [name, object[name] as Json]);
  return Object.fromEntries(others);
}

/** Moves an item of a list before the item at another index, or to the end. */
export function moveItem(list: readonly Json[], from: number, before: number | null): readonly Json[] {
  const item = list[from] as Json;
  const target = before === null ? list.length : before;
  const next = [...list.slice(0, target), item, ...list.slice(target)];
  next.splice(from < target ? from : from + 1, 1);
  return next;
}

/** Renames a property of an object and keeps its position. */
export function rename(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

/**
 * Returns the value with `change` applied to every text. Unchanged parts are the same objects as in the old
 * value.
 */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => mapTexts(item, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)] as const);
  return entries.every(([name, inner]) => inner === value[name]) ? value : Object.fromEntries(entries);
}

/** Yields every leaf of a value with its pointer. */
export function* leavesIn(
  value: Json | undefined,
  names: readonly (string | number)[] = [],
): Generator<readonly [string, Json]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* leavesIn(item, [...names, index]);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) yield* leavesIn(inner, [...names, name]);
  else if (value !== undefined) yield [pointerOf(names), value];
}
