/**
 * Coverage of rules by their cases. `coverageOf(set, domainOf)` → for each rule its conditions (MC/DC with
 * masking), its thresholds (just below, at, just above), and the missing cases. A missing case has the rule's
 * current answer.
 */
export {
  type ConditionCoverage,
  type Coverage,
  coverageOf,
  type Shown,
  type ThresholdCoverage,
} from "./coverage.ts";
