export { checkEvidence, type EvidenceCheck } from "./check-evidence.ts";
export {
  type Approval,
  covers,
  type Evidence,
  evidenceOf,
  fileOfEvidence,
  type HandedIn,
  type Release,
  standingOf,
  type VersionEvidence,
  writersOf,
} from "./evidence.ts";
export {
  type Impact,
  impactOf,
  NOBODY,
  NOT_COUNTED,
  type PathResult,
  type Survey,
  type SurveyOpen,
  type SurveyOptions,
} from "./impact.ts";
export { asJson, createSealer, type ModuleSeal, type Sealed, type Sealer } from "./seal.ts";
