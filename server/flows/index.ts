export type { FlowsDeps } from "./deps.ts";
export { createFlows, type Flows } from "./flows.ts";
export {
  type AskedAgain,
  type Challenges,
  type ChallengeVerdict,
  createRegistry,
  type EffectFailure,
  type EffectHandler,
  type FactContext,
  type FactProvider,
  type Language,
  type LocalEffectContext,
  type LocalFailure,
  type OtpRequest,
  OtpSent,
  type Registry,
  type RemoteEffectContext,
  type Subject,
} from "./registry.ts";
export { flowsRoutes } from "./routes.ts";
export type { StepBody, Submission } from "./submit-step.ts";
export type { View } from "./view.ts";
export type { FlowEvent } from "./waits.ts";
