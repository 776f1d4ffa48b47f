/**
 * Coverage of rules by their cases. `coverageOf(set, domainOf)` returns for each rule its conditions (MC/DC
 * with masking), its thresholds (just below, at, just above), and the missing cases. A suggested missing case
 * contains the rule's current result.
 */
export {
  type ConditionCoverage,
  type Coverage,
  coverageOf,
  type Shown,
  type ThresholdCoverage,
} from "./coverage.ts";
