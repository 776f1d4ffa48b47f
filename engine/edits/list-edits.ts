import { isObject } from "../flow/form-schema.ts";
import type { Json } from "../values/json.ts";
import { at, listIn, moveItem, moveName, namesOf } from "./json-places.ts";
import type { Operation } from "./operation.ts";
import { Refused, type Work } from "./work.ts";

type Args<Op extends Operation["op"]> = Extract<Operation, { readonly op: Op }>["args"];

function fileOfList(work: Work, list: string): string {
  const file = `schemas/common/${list}.json`;
  if (work.must(file, ["openList"]) !== true)
    throw new Refused("edit-not-possible", file, ["openList"], list);
  return file;
}

function memberAt(work: Work, file: string, value: string): number {
  const index = listIn(work.value(file), ["enum"]).indexOf(value);
  if (index < 0) throw new Refused("edit-nothing-there", file, ["enum"], value);
  return index;
}

/** Adds a member and its texts to an open list. */
export function addMember(work: Work, { list, value, before, th, en }: Args<"add-member">): void {
  const file = fileOfList(work, list);
  const members = listIn(work.value(file), ["enum"]);
  const pattern = work.at(file, ["pattern"]);
  if (typeof value !== "string" || value === "" || value.includes("."))
    throw new Refused("edit-bad-name", file, ["enum"], String(value));
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
    throw new Refused("edit-bad-name", file, ["pattern"], value);
  if (members.includes(value)) throw new Refused("edit-already-there", file, ["enum"], value);
  const index = before === undefined ? members.length : memberAt(work, file, before);
  work.set(file, ["enum"], [...members.slice(0, index), value, ...members.slice(index)]);
  work.say(`form:common.${list}.options.${value}`, {
    ...(th === undefined ? {} : { th }),
    ...(en === undefined ? {} : { en }),
  });
}

/** Removes a member of an open list. The member's texts stay, because older answers are shown with them. */
export function removeMember(work: Work, { list, value }: Args<"remove-member">): void {
  const file = fileOfList(work, list);
  if (listIn(work.value(file), ["enum"]).length === 1)
    throw new Refused("edit-not-possible", file, ["enum"], value);
  work.set(file, ["enum", String(memberAt(work, file, value))], undefined);
}

/** Moves a member of an open list before another member, or to the end for `null`. */
export function moveMember(work: Work, { list, value, before }: Args<"move-member">): void {
  const file = fileOfList(work, list);
  const target = before === null ? null : memberAt(work, file, before);
  work.set(file, ["enum"], moveItem(listIn(work.value(file), ["enum"]), memberAt(work, file, value), target));
}

/** Sets a feature switch of an environment; `null` removes the switch. */
export function setSwitch(work: Work, args: Args<"set-switch">): void {
  const file = `flags/${args.environment}.json`;
  const features = listIn(work.must(file, ["features"]));
  const index = features.findIndex((feature) => at(feature, ["name"]) === args.switch);
  if (args.content === null) {
    if (index < 0) throw new Refused("edit-nothing-there", file, ["features"], args.switch);
    work.set(file, ["features", String(index)], undefined);
  } else {
    const content = { name: args.switch, ...args.content };
    work.set(file, ["features", String(index < 0 ? features.length : index)], content);
  }
}

/** Sets any value in any file. The generated form of a file uses this operation. */
export function setValue(work: Work, { file, pointer, value, before }: Args<"set-value">): void {
  const names = namesOf(pointer);
  if (names.length > 1) mayHold(work, file, names.slice(0, -1));
  if (names.includes("__proto__")) throw new Refused("edit-bad-name", file, names, "__proto__");
  work.set(file, names, value, before);
}

/**
 * Rejects a location whose parent is neither an object nor a list. The parent is never replaced to make room
 * for the location.
 */
function mayHold(work: Work, file: string, names: readonly string[]): void {
  names.forEach((_, index) => {
    const here = names.slice(0, index + 1);
    const found = work.at(file, here);
    if (found !== undefined && (typeof found !== "object" || found === null))
      throw new Refused("edit-not-possible", file, here, names[index]);
  });
}

export function removeValue(work: Work, { file, pointer }: Args<"remove-value">): void {
  const names = namesOf(pointer);
  if (names.length === 0) throw new Refused("edit-not-possible", file);
  work.must(file, names);
  work.set(file, names, undefined);
}

/**
 * Moves a property of an object before another property, or an item of a list before another item. `null`
 * moves the property or item to the end.
 */
export function moveValue(work: Work, { file, pointer, before }: Args<"move-value">): void {
  const names = namesOf(pointer);
  const name = names.at(-1);
  const above = names.slice(0, -1);
  const holder: Json | undefined = name === undefined ? undefined : work.at(file, above);
  work.must(file, names);
  if (Array.isArray(holder)) {
    const target = before === null ? null : Number(before);
    if (target !== null && !(Number.isInteger(target) && target >= 0 && target < holder.length))
      throw new Refused("edit-nothing-there", file, above, String(before));
    work.set(file, above, moveItem(holder, Number(name), target));
  } else if (isObject(holder)) {
    if (before !== null && !Object.hasOwn(holder, before))
      throw new Refused("edit-nothing-there", file, above, before);
    work.set(file, above, moveName(holder, name as string, before === name ? null : before));
  } else throw new Refused("edit-not-possible", file, names, name);
}
