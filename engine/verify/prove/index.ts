/**
 * Proofs about definitions that load, and about their rules; pure, the same in browser and server.
 *
 * - `prove(definition, {fileOf?, budget?, compiled?})` → findings, each with a witness that was replayed.
 * - `proveFollow(before, after)` → what makes it unsafe for open instances to continue in a new version.
 * - `sleepingSteps(definition, flags)` → steps that no one reaches with one set of switches.
 * - `rulesIn(source)` → `fileOf` for a source's rules.
 *
 * Paths and comparisons use the same walk: `walkSymbolically(flowSpaceOf(…))`, paths through it, people on
 * them.
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
