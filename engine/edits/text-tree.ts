import { deeperThan } from "../values/deeper-than.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { repeatedNames } from "../values/repeated-names.ts";

/** A JSON value with its position in the text. */
export type Node = { readonly start: number; readonly end: number; readonly value: Json } & (
  | { readonly kind: "object"; readonly members: readonly Member[] }
  | { readonly kind: "array"; readonly items: readonly Node[] }
  | { readonly kind: "scalar" }
);

/** A property name with its value. `start` is the position of the name's opening quote. */
export type Member = {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  readonly node: Node;
};

/** Maximum nesting of a file that can be edited. A definition with a deeper file cannot be loaded. */
const MAX_LEVELS = 200;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;

/**
 * Parses a text into a tree. Returns `null` if the text is not JSON, repeats a name, or is nested too deep.
 */
export function treeOf(text: string): Node | null {
  let whole: Json;
  try {
    whole = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  if (deeperThan(whole, MAX_LEVELS) || repeatedNames(text).length > 0) return null;
  let at = 0;
  const take = (): { readonly token: string; readonly start: number; readonly end: number } => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1] ?? "";
    const end = TOKEN.lastIndex;
    at = end;
    return { token, start: end - token.length, end };
  };
  const peek = (): string => {
    TOKEN.lastIndex = at;
    return TOKEN.exec(text)?.[1] ?? "";
  };
  // JSON.parse accepted the text, so every token is valid here.
  const read = (): Node => {
    const { token, start, end } = take();
    if (token === "{") {
      const members: Member[] = [];
      while (peek() !== "}") {
        if (members.length > 0) take();
        const name = take();
        take();
        members.push({
          name: JSON.parse(name.token) as string,
          start: name.start,
          nameEnd: name.end,
          node: read(),
        });
      }
      const value: JsonObject = Object.fromEntries(members.map(({ name, node }) => [name, node.value]));
      return { kind: "object", start, end: take().end, members, value };
    }
    if (token === "[") {
      const items: Node[] = [];
      while (peek() !== "]") {
        if (items.length > 0) take();
        items.push(read());
      }
      return { kind: "array", start, end: take().end, items, value: items.map(({ value }) => value) };
    }
    return { kind: "scalar", start, end, value: JSON.parse(token) as Json };
  };
  return read();
}
