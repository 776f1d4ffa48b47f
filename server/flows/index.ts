export type { FlowsDeps } from "./deps.ts";
export { type Drawing, type DrawnWords, drawInLanguages, drawingWords } from "./draw-answers.ts";
export { earlierInstances } from "./earlier-instances.ts";
export type {
  Effect,
  EffectFailure,
  EffectHandler,
  EffectInput,
  EffectOf,
  LocalEffectContext,
  LocalFailure,
  RemoteEffectContext,
} from "./effects.ts";
export { createFlows, type Flows } from "./flows.ts";
export { forgetInstances } from "./forget.ts";
export { drawOwnAnswers, type OwnAnswers } from "./own-answers.ts";
export { type PreparedLetter, preparedLetters } from "./prepared-letters.ts";
export { RecordOfAnswers } from "./recorded-answers.ts";
export { createRecords, type Records } from "./records.ts";
export {
  type AskedAgain,
  type Challenges,
  type ChallengeVerdict,
  createRegistry,
  type FactContext,
  type FactProvider,
  type OtpRequest,
  OtpSent,
  type QuickVerdict,
  type Registry,
  type Subject,
} from "./registry.ts";
export { flowsRoutes } from "./routes.ts";
export { countSteps, type FlowCounts, type StepCounts } from "./step-counts.ts";
export type { StepBody, Submission } from "./submissions.ts";
export type { View } from "./view.ts";
export type { FlowEvent } from "./waits.ts";
export { interpolate } from "./words.ts";
