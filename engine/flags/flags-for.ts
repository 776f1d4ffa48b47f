import type { Toggles } from "./flag-set.ts";

/**
 * Returns the switches that a definition names. A switch without a value is off. The definition and the
 * browser get no other switches.
 */
export function flagsFor(names: readonly string[], toggles: Toggles): Toggles {
  const flags: { [flag: string]: boolean } = {};
  for (const name of names) flags[name] = toggles[name] === true;
  return flags;
}
