export { type HolderLine, type TrialBalanceLine, trialBalance, unitHolders } from "./as-of.ts";
export { checkLedger, type LedgerCheck } from "./check-ledger.ts";
export { unitsIssued } from "./units-issued.ts";
