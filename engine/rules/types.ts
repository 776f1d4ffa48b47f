import type { Phrase, Words } from "./message.ts";

/**
 * What a value is, as rules see it. Exact decimals are texts with all their places, dates `YYYY-MM-DD`, instants ISO 8601, a file
 * the reference of an upload. `values` are the only numbers that a schema's `enum` allows.
 */
export type Type =
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly values?: readonly number[] }
  | { readonly kind: "number" }
  | { readonly kind: "decimal"; readonly of: Decimal }
  | { readonly kind: "date" }
  | { readonly kind: "instant" }
  | { readonly kind: "enum"; readonly words: readonly string[] }
  | { readonly kind: "string" }
  | { readonly kind: "file" }
  | { readonly kind: "list"; readonly item: Type }
  | { readonly kind: "object"; readonly fields: TypeEnv };

/**
 * A kind of exact decimals, such as amounts of one currency: never negative as it is written, and with all its places.
 * Those of one name compare and add up; those of two never meet.
 */
export type Decimal = {
  /** The format under which schemas name it. */
  readonly name: string;
  /** At least one; what has none is an integer. */
  readonly places: number;
  readonly example: string;
  /** What kind of value it is, with an example; and one of them. */
  readonly kind: Words;
  readonly one: Words;
  /** How many places, as a word. */
  readonly placesInWords: Words;
  /** What stands behind a number of them; without it, nothing does. */
  readonly unit?: Words;
};

/** Dotted path to the type of what lies there: `answers.amount.amount` → decimal. Parents are listed too, as objects. */
export type TypeEnv = { readonly [path: string]: Type };

/** The type at a path, a list's `length` included; `undefined` where the path leads nowhere. */
export function typeAt(types: TypeEnv, path: string): Type | undefined {
  if (Object.hasOwn(types, path)) return types[path];
  if (!path.endsWith(".length")) return undefined;
  const list = typeAt(types, path.slice(0, -".length".length));
  return list?.kind === "list" ? { kind: "integer" } : undefined;
}

/** What tells kinds of values apart: exact decimals by their name. */
export function kindOf(type: Type): string {
  return type.kind === "decimal" ? type.of.name : type.kind;
}

/** A type as words inside findings. */
export function describeType(type: Type): Phrase | Words {
  switch (type.kind) {
    case "enum":
      return { key: "types.enum", params: { words: type.words } };
    case "list":
      return { key: "types.list-of", params: { item: describeType(type.item) } };
    case "integer":
      return type.values
        ? { key: "types.numbers", params: { numbers: type.values } }
        : { key: "types.integer" };
    case "decimal":
      return type.of.kind;
    default:
      return { key: `types.${type.kind}` };
  }
}
