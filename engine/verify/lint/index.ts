/**
 * Checks the files of a flow, without proofs about people and paths.
 *
 * - `verify(source, trade)` returns the definition and all its faults. `load` returns a definition that can
 *   be compiled. `verified` does both in one pass.
 * - `looseEnds(definition, source, names)` returns faults of a valid definition that would mislead or harm
 *   people, and other likely mistakes.
 * - `withCauses` and `foldedByCause` determine which finding, of the linter or the prover, follows from
 *   which.
 */
export { withCauses } from "./causes.ts";
export { checkEffects } from "./check-effects.ts";
export { checkGraph } from "./check-graph.ts";
export { checkLinks } from "./check-links.ts";
export { type Fold, foldedByCause } from "./folded.ts";
export { fieldKindOf, type Names } from "./names.ts";
export { load, looseEnds, unknownNames, type Verified, verified, verify } from "./verify.ts";
