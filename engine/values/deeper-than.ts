import type { Json } from "./json.ts";

/**
 * Returns true if a value nests lists and objects more than `levels` deep. Stops reading below that depth.
 */
export function deeperThan(value: Json, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => deeperThan(inner as Json, levels - 1));
}
