/**
 * The part of feature switches that needs no server: the types of `flags/` and their checks, the switches
 * that a definition sees, and the people for whom a switch differs between two sets. `server/flags` evaluates
 * a set for a person, with unleash-client.
 */
export { cautiousSet } from "./cautious.ts";
export { checkFlags, unguarded } from "./check-flags.ts";
export { checkProposal, writtenDifferently } from "./check-proposal.ts";
export { type FlagCondition, flagConditions } from "./conditions.ts";
export {
  type Feature,
  type FlagCatalogue,
  type FlagSet,
  isFlagSet,
  protectiveSide,
  type Strategy,
  type Toggles,
} from "./flag-set.ts";
export { flagsFor } from "./flags-for.ts";
export { featureAt, type Position, positionOf } from "./position.ts";
export { type Reach, reachIn } from "./reach.ts";
export { changedSwitches, type SwitchChange, type Way, type Whom } from "./whom.ts";
