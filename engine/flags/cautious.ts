import type { FlagCatalogue, FlagSet } from "./flag-set.ts";

/**
 * Returns the set of switches for servers that can load no other set. This is the default set with every
 * protecting switch on (`protects: true` in the catalogue), even if the default set turns the switch off.
 */
export function cautiousSet(defaults: FlagSet, catalogue: FlagCatalogue): FlagSet {
  const protecting = Object.keys(catalogue).filter((flag) => catalogue[flag]?.protects === true);
  return {
    ...defaults,
    features: [
      ...defaults.features.filter(({ name }) => !protecting.includes(name)),
      ...protecting.map((name) => ({ name, enabled: true, strategies: [{ name: "default" }] })),
    ],
  };
}
