export { allot } from "./allotment.ts";
export { paymentFile, readReturnFile } from "./bank-file.ts";
export { allotJob, settlementJobs } from "./jobs.ts";
export { accrueManagement, sweepResidues } from "./month-end.ts";
export { correctionOrders, decideCorrection, listCorrections, proposeCorrection } from "./nav-corrections.ts";
export {
  decidePaymentFile,
  makePaymentFile,
  payByHand,
  releasedFile,
  reopenPayout,
  takeReturns,
} from "./payouts.ts";
export type { Room as SettlementRoom } from "./room.ts";
export { settlementRoutes } from "./routes.ts";
export { listSetAside } from "./set-aside.ts";
export { taxNumber } from "./tax-number.ts";
