import type { Phrase } from "./sayings.ts";

/**
 * What a value is, as rules see it. Money and units are decimal strings, dates `YYYY-MM-DD`, instants ISO 8601, a file
 * the reference of an upload. `values` are the only numbers that a schema's `enum` allows.
 */
export type Type =
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly values?: readonly number[] }
  | { readonly kind: "number" }
  | { readonly kind: "money" }
  | { readonly kind: "units" }
  | { readonly kind: "date" }
  | { readonly kind: "instant" }
  | { readonly kind: "enum"; readonly words: readonly string[] }
  | { readonly kind: "string" }
  | { readonly kind: "file" }
  | { readonly kind: "list"; readonly item: Type }
  | { readonly kind: "object"; readonly fields: TypeEnv };

/** Dotted path to the type of what lies there: `answers.amount.amount` → money. Parents are listed too, as objects. */
export type TypeEnv = { readonly [path: string]: Type };

/** The type at a path, a list's `length` included; `undefined` where the path leads nowhere. */
export function typeAt(types: TypeEnv, path: string): Type | undefined {
  if (Object.hasOwn(types, path)) return types[path];
  if (!path.endsWith(".length")) return undefined;
  const list = typeAt(types, path.slice(0, -".length".length));
  return list?.kind === "list" ? { kind: "integer" } : undefined;
}

/** A type as words inside findings. */
export function describeType(type: Type): Phrase {
  switch (type.kind) {
    case "enum":
      return { key: "types.enum", params: { words: type.words } };
    case "list":
      return { key: "types.list-of", params: { item: describeType(type.item) } };
    case "integer":
      return type.values
        ? { key: "types.numbers", params: { numbers: type.values } }
        : { key: "types.integer" };
    default:
      return { key: `types.${type.kind}` };
  }
}
