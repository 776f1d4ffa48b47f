import type { Json } from "./json.ts";

/**
 * JSON with one spelling for one value: names sorted by UTF-16 code unit, no blanks, and absent (`undefined`) names left out.
 * Two values have the same text exactly where they are equal, so that its hash can stand for the value.
 * @throws on a number that JSON cannot say.
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
 * Whether two JSON values are equal, whatever the order of their names: exactly where `canonicalJson` says the same of
 * both. It is asked at every step of every walk, so it makes no text.
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
  const said = Object.keys(ours).filter((name) => ours[name] !== undefined);
  return (
    said.length === Object.keys(theirs).filter((name) => theirs[name] !== undefined).length &&
    said.every((name) => Object.hasOwn(theirs, name) && equalJson(ours[name], theirs[name]))
  );
}
