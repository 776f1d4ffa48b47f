import type { FlagCatalogue, FlagSet } from "./flag-set.ts";

/**
 * Returns the set that answers where no other can be loaded: the default set with every switch turned on that the
 * catalogue marks as protecting (`protects: true`), whatever the default set says of it.
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
