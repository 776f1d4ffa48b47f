export { commonBehindOffers } from "./changed-offers.ts";
export { createGateRunner, type GateRunner, type NotJudged } from "./gate-runner.ts";
export type { Judged, Passed } from "./judged.ts";
export { holdingOf } from "./required-rules.ts";
export { titleIn, titleOf, titleTaken } from "./title-taken.ts";
