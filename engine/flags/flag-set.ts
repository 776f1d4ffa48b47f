/**
 * The content of `flags/catalogue.json`: every switch and its owner. The text `flag:<name>` describes each
 * switch.
 */
export type FlagCatalogue = {
  readonly [flag: string]: {
    readonly owner: string;
    /**
     * Position that protects people or data. `true`: the on position protects. The switch is on if no set can
     * be loaded, and always on in the real environment. `"off"`: the off position protects, and temporarily
     * stops a feature.
     */
    readonly protects?: boolean | "off";
    /**
     * Whether the switch replaces a real service with a mock. Such a switch must be off in the real
     * environment.
     */
    readonly mock?: boolean;
    /**
     * Scope of the switch. `portal`: the switch has one value for the whole portal. If omitted, the value can
     * differ between people.
     */
    readonly scope?: "portal";
    /** Whether the catalogue describes the meaning of the switch. If false, the portal ignores the switch. */
    readonly known?: boolean;
  };
};

/**
 * One strategy of a switch, which selects people for whom the switch is on. `name` is the kind of strategy. A
 * selected person must also satisfy the `constraints`, and the constraints of the `segments`.
 */
export type Strategy = {
  readonly name: string;
  readonly parameters?: { readonly [name: string]: unknown };
  readonly constraints?: readonly unknown[];
  readonly segments?: readonly number[];
};

/**
 * A switch in Unleash's bootstrap format. The switch is on if one of its strategies matches. If the list of
 * strategies is empty, the switch is on for everybody; if the list is omitted, for nobody.
 */
export type Feature = {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies?: readonly Strategy[];
  /** Other switches that this switch depends on. Each must be on, or off if `enabled` is false. */
  readonly dependencies?: readonly {
    readonly feature: string;
    readonly enabled?: boolean;
    readonly variants?: readonly string[];
  }[];
  readonly [more: string]: unknown;
};

/**
 * One set of switches, `flags/<name>.json`, in Unleash's bootstrap format: `{"version": 2, "features": […],
 * "segments": […]}`.
 */
export type FlagSet = {
  readonly version: number;
  readonly features: readonly Feature[];
  /** Groups of people; strategies refer to them by id. */
  readonly segments?: readonly { readonly id: number; readonly constraints?: readonly unknown[] }[];
};

/**
 * Returns the position that protects people or data, or `null` if neither position does. For a mock the
 * protecting position is off.
 */
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
