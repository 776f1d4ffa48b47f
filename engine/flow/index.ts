/**
 * The flow engine: pure, the same on the server and in the browser (`loading.ts` beside it is for Node only).
 *
 * - `derive(compiled, instance, facts, flags)` → `Walk`: the trail, the position, `read(path)`. It stops with
 *   `needs` if a fact must be supplied: add each to `facts` under `factKey(fact, args)` (`null`: absent).
 * - `submit(compiled, instance, facts, flags, {step, answer})` → `Decision`: accepted (with the new answers),
 *   refused (with errors per field), not-open, or needs. A review's answer is `{values}` as it was shown.
 * - `effectInput(compiled, walk, form?)` → input for the handler and `hash` for its receipt;
 *   `receiptTrail(walk)` → the trail that a freezing receipt stores; `contestOf(…)` → the receipt that a
 *   `reopen` writes; `secretsOf(…)`. `recordOf(compiled, walk)` → answers that people get beside the input.
 * - `prefillAt(compiled, walk, answered)` → the initial values of the current form.
 * - `progressOf(compiled, walk)` → the current group and screen, their numbers and totals, the minutes left.
 * - `fromModule(module)` → `Compiled` from a published module (`/modules/<flow>.<hash>.js`).
 * - `fieldKeys`, `stepKeys`, `errorKeys`… → the text keys to ask i18next for, best first.
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
export { type Recorded, recordOf } from "./recorded.ts";
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
export { type FlowOfFormat1, type OfTrade, type Sent, type Trade, tradeOf, withTrade } from "./trade.ts";
export type * from "./walk.ts";
