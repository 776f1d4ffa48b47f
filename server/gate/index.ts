export { commonBehindOffers } from "./changed-offers.ts";
export type { Judged, Passed } from "./gate.ts";
export { createGateRunner, type GateLimits, type GateRunner, type NotJudged } from "./gate-runner.ts";
