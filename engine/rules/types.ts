import type { Words } from "../values/languages.ts";
import type { Phrase } from "./message.ts";

/**
 * The type of a value in rules. Exact decimals are texts with all their decimal places, dates are
 * `YYYY-MM-DD`, instants are ISO 8601, and files are references to uploads. `values` are the only numbers
 * that a schema's `enum` allows.
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
 * A kind of exact decimals, such as amounts of one currency. Values are not negative and always have all
 * decimal places. Only decimals of the same kind can be compared or added.
 */
export type Decimal = {
  /** Name of the format in schemas. */
  readonly name: string;
  /** Number of decimal places, at least one. A value without decimal places would be an integer. */
  readonly places: number;
  readonly example: string;
  /** `kind`: name of the kind of decimals, with an example. `one`: name of a single value. */
  readonly kind: Words;
  readonly one: Words;
  /** Number of decimal places as a word, such as "two". */
  readonly placesInWords: Words;
  /** Unit that is written after a number, if the kind has a unit. */
  readonly unit?: Words;
};

/**
 * The types of values by data path: `answers.amount.amount` → decimal. The parent of each data path is
 * included, with the type object.
 */
export type TypeEnv = { readonly [path: string]: Type };

/**
 * Returns the type at a data path, including a list's `length`. Returns `undefined` for an unknown data path.
 */
export function typeAt(types: TypeEnv, path: string): Type | undefined {
  if (Object.hasOwn(types, path)) return types[path];
  if (!path.endsWith(".length")) return undefined;
  const list = typeAt(types, path.slice(0, -".length".length));
  return list?.kind === "list" ? { kind: "integer" } : undefined;
}

/** Returns the kind of a type. For an exact decimal, the kind is the decimal's name. */
export function kindOf(type: Type): string {
  return type.kind === "decimal" ? type.of.name : type.kind;
}

/** Returns the name of a type as findings print it. */
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
