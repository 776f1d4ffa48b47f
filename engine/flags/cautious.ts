import type { FlagCatalogue, FlagSet } from "./flag-set.ts";

/**
 * Returns the set of switches for servers that can load no other set. It is the default set, but every switch
 * that the catalogue marks with `protects: true` is on, whatever the default set says.
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
