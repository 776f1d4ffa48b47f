import type { Toggles } from "./flag-set.ts";

/**
 * The switches that a definition names, each on or off: one that the toggles do not know is off. Others do not reach the
 * definition, nor the browser.
 */
export function flagsFor(names: readonly string[], toggles: Toggles): Toggles {
  const flags: { [flag: string]: boolean } = {};
  for (const name of names) flags[name] = toggles[name] === true;
  return flags;
}
