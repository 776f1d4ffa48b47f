export { type AuditEntry, record } from "./record.ts";
export { type ChainCheck, seal, verifyChain } from "./seal.ts";
