export { checkLedger, type LedgerCheck } from "./check-ledger.ts";
