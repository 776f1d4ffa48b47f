/**
 * Checks the files of a flow without proofs about people and paths.
 *
 * - `verify(source, trade)` → the definition and all its faults; `load` → a definition that can be compiled;
 *   `verified` → both in one pass.
 * - `looseEnds(definition, source, names)` → things in a valid definition that would mislead or harm people,
 *   and oddities.
 * - `withCauses`, `foldedByCause` → which finding, of this room or of the prover, follows from which.
 */
export { withCauses } from "./causes.ts";
export { checkEffects } from "./check-effects.ts";
export { checkGraph } from "./check-graph.ts";
export { checkLinks } from "./check-links.ts";
export { type Fold, foldedByCause } from "./folded.ts";
export { fieldKindOf, type Names } from "./names.ts";
export { load, looseEnds, unknownNames, type Verified, verified, verify } from "./verify.ts";
