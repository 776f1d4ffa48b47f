export type { Affected } from "./affected.ts";
export { asData } from "./comparison-data.ts";
export { changedRules, type Differences, differencesOf, type RuleDifference } from "./differences.ts";
export type { Guard } from "./guards.ts";
export { type LostProtection, lostProtections, questionsLeft } from "./lost-protection.ts";
export type { Versions } from "./tell-classes.ts";
export { type FlowTold, flowLines, ruleLines } from "./tell-comparison.ts";
export { inWords, told, toldWithCause } from "./tell-finding.ts";
export { inDetail } from "./tell-parts.ts";
