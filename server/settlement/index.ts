export { allot } from "./allotment.ts";
export { paymentFile, readReturnFile } from "./bank-file.ts";
export { settlementJobs } from "./jobs.ts";
export { accrueManagement, sweepResidues } from "./month-end.ts";
export {
  correctionEntries,
  correctionOrders,
  decideCorrection,
  listCorrections,
  previewCorrection,
  proposeCorrection,
} from "./nav-corrections.ts";
export {
  decidePaymentFile,
  makePaymentFile,
  payByHand,
  releasedFile,
  reopenPayout,
  takeReturns,
} from "./payouts.ts";
export { allotJob, postCorrection, postCorrections } from "./post-correction.ts";
export type { SettlementRoom } from "./room.ts";
export { settlementRoutes } from "./routes.ts";
export { listSetAside } from "./set-aside.ts";
export { taxNumber } from "./tax-number.ts";
