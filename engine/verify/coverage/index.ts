/**
 * Coverage of rules by their cases. `coverageOf(set, domainOf)` returns for each rule its conditions (MC/DC
 * with masking), its thresholds (just below, at, just above), and suggestions for the missing cases. A
 * suggested case contains the result that the rule gives now.
 */
export {
  type ConditionCoverage,
  type Coverage,
  coverageOf,
  type Shown,
  type ThresholdCoverage,
} from "./coverage.ts";
