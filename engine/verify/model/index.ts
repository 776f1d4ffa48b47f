/**
 * The prover's model of a definition, which the linter and all later modules use.
 *
 * - partition: the values at a data path, divided into finitely many cells. No rule distinguishes values
 *   within a cell (`domainsOf`, `samplesOf`).
 * - diagram: conditions as decision diagrams over those cells. A diagram is a set of people (`createSpace`).
 *   Questions about such sets: `differenceOf`, `onlyUndecided`, `cubesOf`.
 * - languages: texts that patterns allow (`findText`).
 * - possible: people who satisfy every assumption about facts (`assumedAbout`, `possibleIn`).
 * - steps: their graph (`successors`, `reachableFrom`), inputs of effects, confirmations, and uses of data
 *   paths.
 */
export { answerPlacesBehind, overlaps } from "./answer-places.ts";
export { challengesFor, confirmationOf, confirmersOf, type Miss } from "./confirmations.ts";
export { type Cube, cubesOf, personOf, putAt } from "./diagram/cubes.ts";
export type { Leaf, Node } from "./diagram/diagram.ts";
export { evaluator, linksOf } from "./diagram/links.ts";
export { TooManyNodes } from "./diagram/nodes.ts";
export { differenceOf, NotDecided, onlyUndecided, sampledWhy, whyNot } from "./diagram/questions.ts";
export { comparedWith, pathsRead, referencesOf } from "./diagram/references.ts";
export { lawOf, requiredLaw } from "./diagram/schema-law.ts";
export { allMissing, complement, levelsBelow } from "./diagram/sets.ts";
export { createSpace, type Space } from "./diagram/space.ts";
export type { Why } from "./diagram/undecided.ts";
export { effectInputsOf, fitsType, isShownBy, placeOfInput, submittedBy } from "./effect-inputs.ts";
export { mayLack, reachableFrom, reachesPast, reachesWithout, successors } from "./graph.ts";
export { findText } from "./languages/find-text.ts";
export { openFieldsOf } from "./open-fields.ts";
export type { Cell } from "./partition/cell.ts";
export { type DomainOf, domainsOf, domainsOfTypes, rootSchema, schemaAt } from "./partition/domain.ts";
export { cutLine, type Scale, scaleOf } from "./partition/ordered.ts";
export { completed, samplesOf } from "./partition/samples.ts";
export { takenOnlyBy } from "./partition/taken-only.ts";
export type { References } from "./partition/uses.ts";
export type { Variable } from "./partition/variables.ts";
export {
  type Assumed,
  allowedBy,
  assumedAbout,
  assumedExpression,
  possibleIn,
  type SchemaUnder,
} from "./possible.ts";
export { usesOf } from "./uses.ts";
