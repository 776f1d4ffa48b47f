/**
 * What the cases of rules show: `coverageOf(set, domainOf)` → per rule its conditions (MC/DC with masking), its thresholds
 * (just under, at, just over), and the cases that are missing, filled in with the answer that the rule gives now.
 */
export {
  type ConditionCoverage,
  type Coverage,
  coverageOf,
  type Shown,
  type ThresholdCoverage,
} from "./coverage.ts";
