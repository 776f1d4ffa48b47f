import type { Json } from "./json.ts";

/** Whether a value nests lists and objects more than so many levels deep; looks no further down than that. */
export function deeperThan(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => deeperThan(inner as Json, levels - 1));
}
