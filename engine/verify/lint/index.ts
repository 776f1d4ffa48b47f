/**
 * What is wrong with the files of a flow as they stand, before anything is proved about who goes which way.
 *
 * - `verify(source, trade)` → the definition and everything wrong with it; `load` → a definition that may be compiled;
 *   `verified` → both in one look.
 * - `looseEnds(definition, source, names)` → what misleads or harms somebody in a definition that loads, and what is odd.
 * - `withCauses`, `foldedByCause` → which finding, of this room or of the prover, follows from which.
 */
export { withCauses } from "./causes.ts";
export { checkEffects } from "./check-effects.ts";
export { checkGraph } from "./check-graph.ts";
export { checkLinks } from "./check-links.ts";
export { type Fold, foldedByCause } from "./folded.ts";
export { fieldKindOf, type Names } from "./names.ts";
export { load, looseEnds, unknownNames, type Verified, verified, verify } from "./verify.ts";
