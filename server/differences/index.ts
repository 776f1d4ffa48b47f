export type { Affected } from "./affected.ts";
export { isUndecided, type Sleep, sleepUnder } from "./awake-steps.ts";
export { indented, named, type Versions } from "./class-lines.ts";
export { asData } from "./comparison-data.ts";
export { type FlowText, flowLines, ruleLines } from "./comparison-lines.ts";
export { inDetail } from "./detail-lines.ts";
export { changedRules, type Differences, differencesOf, type RuleDifference } from "./differences.ts";
export { findingText, findingTextWithCause, inWords } from "./finding-text.ts";
export {
  type Around,
  catalogueLost,
  conditionWords,
  type FlagChanges,
  type FlowChanges,
  flagChanges,
  flowChanges,
  whomWords,
} from "./flag-changes.ts";
export type { Guard } from "./guards.ts";
export { type Introduced, introducedBy } from "./introduced.ts";
export { type LostProtection, lostProtections, questionsLeft } from "./lost-protection.ts";
export { effectName } from "./place-words.ts";
export { TEXT_USES } from "./text-spot.ts";
