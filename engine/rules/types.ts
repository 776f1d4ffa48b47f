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

/** Says a type in words, for findings. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case "enum":
      return `one of ${type.words.join(", ")}`;
    case "list":
      return `a list of ${describeType(type.item)}`;
    case "money":
      return 'an amount of baht ("10000.00")';
    case "units":
      return 'units ("12.3456")';
    case "date":
      return 'a date ("2026-01-31")';
    case "instant":
      return "an instant";
    case "integer":
      return type.values ? `one of the numbers ${type.values.join(", ")}` : "a whole number";
    case "object":
      return "a group of fields";
    case "file":
      return "a file";
    case "boolean":
      return "a yes or no";
    case "number":
      return "a number";
    case "string":
      return "a text";
  }
}
