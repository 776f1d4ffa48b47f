export { commonBehindOffers } from "./changed-offers.ts";
export { gateEdition } from "./gate-edition.ts";
export { createGateRunner, type GateRunner, type NotJudged } from "./gate-runner.ts";
export { inputsHash } from "./inputs-hash.ts";
export type { GateInput, Judged, Passed } from "./judged.ts";
export { holdingOf } from "./required-rules.ts";
export { titleIn, titleOf, titleTaken } from "./title-taken.ts";
