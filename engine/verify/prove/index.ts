/**
 * Proofs about definitions that can be loaded, and about their rules. Pure, the same in browser and server.
 *
 * - `prove(definition, {fileOf?, budget?, compiled?})` returns findings, each with a witness that was
 *   replayed.
 * - `proveFollow(before, after)` returns what makes it unsafe for open instances to continue in a new
 *   version.
 * - `sleepingSteps(definition, flags)` returns the steps that no person reaches with one set of switches.
 * - `rulesIn(source)` returns `fileOf` for a source's rules.
 *
 * The modules for paths and comparisons use the same walk: `walkSymbolically(flowSpaceOf(…))`, routes through
 * it, and people on these routes.
 */
export { dressed } from "./dressed.ts";
export { flowSpaceOf, passedPath } from "./flow-space.ts";
export { ageLevels } from "./levels.ts";
export { type Person, personOfWay, type Time } from "./person.ts";
export { isPossible } from "./possible-person.ts";
export { type ProveOptions, prove, rulesIn } from "./prove.ts";
export { proveFollow } from "./prove-follow.ts";
export { shortenPerson } from "./shorten-person.ts";
export { sleepingSteps } from "./sleeping.ts";
export { type Edge, type StepSets, type SymbolicWalk, walkSymbolically } from "./symbolic-walk.ts";
export { wayOf } from "./way.ts";
