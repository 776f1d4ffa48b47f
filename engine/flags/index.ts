/**
 * Flags, as far as they need no server: the shapes of `flags/`, their checks, which of them a definition sees, and for whom
 * two sets have a switch on otherwise.
 * Evaluating a set for a person is unleash-client's work, in `server/flags`.
 */
export { checkFlags, unguarded } from "./check-flags.ts";
export type { Feature, FlagCatalogue, FlagSet, Strategy, Toggles } from "./flag-set.ts";
export { flagsFor } from "./flags-for.ts";
export { type Reach, reachIn } from "./reach.ts";
export { changedSwitches, type SwitchChange, type Way, type Whom } from "./whom.ts";
