/**
 * Proofs about definitions that load, and about their rules; pure, the same in browser and server.
 *
 * - `prove(definition, {fileOf?, budget?, compiled?})` → findings, each with a person who shows it, replayed by the walk.
 * - `sleepingSteps(definition, flags)` → steps that nobody reaches under one set of flags.
 * - `proveFollow(before, after)` → what makes it unsafe for instances in the middle to go on in a new version.
 * - `rulesIn(source)` → `fileOf` for a source's rules.
 */
export { type ProveOptions, prove, rulesIn } from "./prove.ts";
export { proveFollow } from "./prove-follow.ts";
export { sleepingSteps } from "./sleeping.ts";
