/** `flags/catalogue.json`: every switch that exists, with who answers for it. What it means stands in the texts `flag:<name>`. */
export type FlagCatalogue = { readonly [flag: string]: { readonly owner: string } };

/** A switch as Unleash writes it in its bootstrap format; `strategies` without entries means everybody. */
export type Feature = {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies?: readonly { readonly name: string }[];
  readonly [more: string]: unknown;
};

/** One set, `flags/<name>.json`, in Unleash's bootstrap format: `{"version": 2, "features": […]}`. */
export type FlagSet = { readonly version: number; readonly features: readonly Feature[] };

/** Whether each switch is on, for one person at one moment. */
export type Toggles = { readonly [flag: string]: boolean };
