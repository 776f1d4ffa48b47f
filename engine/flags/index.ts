/**
 * The part of feature switches that needs no server: types of `flags/`, their checks, the switches that a
 * definition sees, and the people for whom a switch differs between two sets.
 * `server/flags` evaluates a set for a person, with unleash-client.
 */
export { checkFlags, unguarded } from "./check-flags.ts";
export type { Feature, FlagCatalogue, FlagSet, Strategy, Toggles } from "./flag-set.ts";
export { flagsFor } from "./flags-for.ts";
export { type Reach, reachIn } from "./reach.ts";
export { changedSwitches, type SwitchChange, type Way, type Whom } from "./whom.ts";
