import type { Json } from "../../../engine/values/json.ts";

/** Sorts choices by name in the reader's language, with the most likely choice first. */
export function byName(
  values: readonly Json[],
  of: { readonly name: (value: Json) => string; readonly language: string; readonly first?: Json },
): readonly Json[] {
  const { compare } = new Intl.Collator(of.language);
  const first = values.filter((one) => one === of.first);
  const rest = values.filter((one) => one !== of.first);
  return [...first, ...rest.sort((one, other) => compare(of.name(one), of.name(other)))];
}
