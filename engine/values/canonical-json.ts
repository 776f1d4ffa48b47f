import type { Json } from "./json.ts";

/**
 * Returns the canonical JSON of a value: names sorted by UTF-16 code unit, no blanks, and no names whose
 * value is `undefined`. Equal values have equal text, so a hash of the text identifies the value.
 * @throws on a number that JSON cannot represent.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error(`canonicalJson: ${value} is not a JSON number`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(",")}]`;
  const object = value as { readonly [name: string]: Json | undefined };
  const members: string[] = [];
  for (const name of Object.keys(object).sort()) {
    const member = object[name];
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/**
 * Returns true if two JSON values are equal, regardless of the order of names. The result is true exactly if
 * their `canonicalJson` is equal. Builds no text, because every step of every walk calls this function.
 */
export function equalJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item: Json, at) => equalJson(item, right[at] as Json))
    );
  const ours = left as { readonly [name: string]: Json | undefined };
  const theirs = right as { readonly [name: string]: Json | undefined };
  const names = Object.keys(ours).filter((name) => ours[name] !== undefined);
  return (
    names.length === Object.keys(theirs).filter((name) => theirs[name] !== undefined).length &&
    names.every((name) => Object.hasOwn(theirs, name) && equalJson(ours[name], theirs[name]))
  );
}
