/**
 * The flow engine: pure, the same on the server and in the browser. Only `loading.ts` is for Node alone.
 *
 * - `derive(compiled, instance, facts, flags)` returns a `Walk`: the trail, the position, and `read(path)`.
 *   The walk stops with `needs` if facts must be supplied. Add each fact to `facts` under `factKey(fact,
 *   args)`, or `null` if it is absent.
 * - `submit(compiled, instance, facts, flags, {step, answer})` returns a `Decision`: accepted (with the new
 *   answers), refused (with errors per field), not-open, or needs. The answer to a review is `{values}` as
 *   the screen showed them.
 * - `effectInput(compiled, walk, form?)` returns the input for the handler and the `hash` for its receipt.
 * - `receiptTrail(walk)` returns the trail that a freezing receipt stores.
 * - `contestOf(…)` returns the receipt that a `reopen` writes.
 * - `secretsOf(…)` returns the form fields that are never stored.
 * - `recordOf(compiled, walk)` returns the answers that staff get in addition to the input.
 * - `prefillAt(compiled, walk, answered)` returns the initial values of the current form.
 * - `progressOf(compiled, walk)` returns the current group and screen, their numbers and totals, and the
 *   minutes left.
 * - `fromModule(module)` returns a `Compiled` from a published module (`/modules/<flow>.<hash>.js`).
 * - `fieldKeys`, `stepKeys`, `errorKeys`… return the text keys to look up in i18next, best first.
 *
 * Loading (`engine/verify/lint/index.ts`: `load(source)`, `verify(source)`) and
 * `compileInProcess(definition)` (`engine/flow/loading.ts`) use ajv at run time and must not be imported in
 * the browser.
 */
export { type Assumption, assumptionsOf } from "./assumptions.ts";
export { type BrokenAssumption, brokenAssumption } from "./broken-assumption.ts";
export { assemble, type Compiled, type CompiledParts } from "./compiled.ts";
export type { AnswerField } from "./deciding-answers.ts";
export type * from "./definition.ts";
export { derive } from "./derive.ts";
export { inputHash } from "./effect-input.ts";
export { type Offer, offerAt } from "./entries.ts";
export { fieldErrorOf, type ValidationError, type Validator } from "./field-errors.ts";
export { type FindingPlace, placeOfFinding } from "./finding-place.ts";
export type * from "./flow-file.ts";
export { type FlowModule, fromModule } from "./from-module.ts";
export {
  type Around,
  endsTime,
  type Happening,
  type InMemory,
  inMemory,
  type Standing,
} from "./in-memory.ts";
export type * from "./instance.ts";
export { prefillAt } from "./prefill.ts";
export { type Progress, progressOf } from "./progress.ts";
export {
  contestOf,
  type EffectInput,
  effectInput,
  receiptTrail,
  routeOf,
  secretsOf,
} from "./receipt-parts.ts";
export { answersShown, isInputOf, keepsRecord, type Recorded, recordOf } from "./recorded.ts";
export type { Flags } from "./run.ts";
export { schemaAt, schemaOfPath } from "./schema-of-path.ts";
export { factKey, type Need } from "./scope.ts";
export { pathsShown, shownOn } from "./shown.ts";
export type { Shown, ShownValue } from "./shown-entry.ts";
export { hasForm } from "./step-kinds.ts";
export { type Decision, type Submission, submit } from "./submit.ts";
export {
  checklistKeys,
  clauseKeys,
  entryKeys,
  errorKeys,
  fieldKeys,
  findText,
  flowKeys,
  type LetterKeys,
  letterKeys,
  placeKeys,
  placeValueKeys,
  shownKeys,
  stepKeys,
} from "./text-keys.ts";
export { type OfTrade, type Sent, type Trade, tradeOf, withTrade } from "./trade.ts";
export type * from "./walk.ts";
