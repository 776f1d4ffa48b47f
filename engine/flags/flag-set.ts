/** `flags/catalogue.json`: every switch that exists, with who answers for it. What it means stands in the texts `flag:<name>`. */
export type FlagCatalogue = {
  readonly [flag: string]: {
    readonly owner: string;
    /** Whether it guards somebody or something: it is on wherever nothing can be asked. */
    readonly protects?: boolean;
    /** Whether it puts something made up in the place of what real people need: it is off wherever they are. */
    readonly mock?: boolean;
    /** `portal`: it stands for the portal as a whole, the same for everybody; otherwise for each person. */
    readonly scope?: "portal";
  };
};

/** Whom a switch is on for: by its name's rule, within the constraints and those of the segments that it names by number. */
export type Strategy = {
  readonly name: string;
  readonly parameters?: { readonly [name: string]: unknown };
  readonly constraints?: readonly unknown[];
  readonly segments?: readonly number[];
};

/**
 * A switch as Unleash writes it in its bootstrap format: on where one of its strategies lets somebody in. A list without
 * entries means everybody, no list nobody.
 */
export type Feature = {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies?: readonly Strategy[];
  /** Switches that must be on (or off, where `enabled` says so) for this one to count. */
  readonly dependencies?: readonly {
    readonly feature: string;
    readonly enabled?: boolean;
    readonly variants?: readonly string[];
  }[];
  readonly [more: string]: unknown;
};

/** One set, `flags/<name>.json`, in Unleash's bootstrap format: `{"version": 2, "features": […], "segments": […]}`. */
export type FlagSet = {
  readonly version: number;
  readonly features: readonly Feature[];
  /** Groups of people that strategies name by number. */
  readonly segments?: readonly { readonly id: number; readonly constraints?: readonly unknown[] }[];
};

/** Whether each switch is on, for one person at one moment. */
export type Toggles = { readonly [flag: string]: boolean };
