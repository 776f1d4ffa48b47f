/** `flags/catalogue.json`: every switch and its owner. The text `flag:<name>` describes each switch. */
export type FlagCatalogue = {
  readonly [flag: string]: {
    readonly owner: string;
    /**
     * The position that protects people or data. `true`: on, also if no set can be loaded, and always on in the real
     * environment. `"off"`: off, which stops something for a while.
     */
    readonly protects?: boolean | "off";
    /** Replaces a real service with a mock: it must be off in the real environment. */
    readonly mock?: boolean;
    /**
     * `portal`: the switch has one value for the whole portal. Otherwise each person can have another value.
     */
    readonly scope?: "portal";
    /** False for a switch of unknown meaning, which the portal ignores. */
    readonly known?: boolean;
  };
};

/**
 * Whom a switch is on for: by the rule that `name` stands for, within its constraints and those of its
 * segments.
 */
export type Strategy = {
  readonly name: string;
  readonly parameters?: { readonly [name: string]: unknown };
  readonly constraints?: readonly unknown[];
  readonly segments?: readonly number[];
};

/**
 * A switch in Unleash's bootstrap format. It is on if one of its strategies matches. An empty list of
 * strategies means everybody; no list means nobody.
 */
export type Feature = {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies?: readonly Strategy[];
  /** Switches that must be on for this one to count, or off if `enabled` is false. */
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
  /** Groups of people; strategies refer to them by id. */
  readonly segments?: readonly { readonly id: number; readonly constraints?: readonly unknown[] }[];
};

/** Returns the position that protects people or data, if the catalogue names one. A mock protects by being off. */
export function protectiveSide(entry: FlagCatalogue[string] | undefined): "on" | "off" | null {
  if (entry?.protects === true) return "on";
  return entry?.protects === "off" || entry?.mock === true ? "off" : null;
}

/** Returns true if a value is a set of switches. */
export function isFlagSet(content: unknown): content is FlagSet {
  const { features, segments = [] } = (content ?? {}) as { [name: string]: unknown };
  return (
    Array.isArray(features) &&
    features.every((one) => typeof one?.name === "string" && typeof one.enabled === "boolean") &&
    Array.isArray(segments)
  );
}

/** Whether each switch is on, for one person at one moment. */
export type Toggles = { readonly [flag: string]: boolean };
