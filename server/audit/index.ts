export { type Audit, auditJobs, createAudit } from "./create-audit.ts";
export { readHead, signHead } from "./head.ts";
export { auditKeys } from "./keys.ts";
export type { Notices } from "./notices.ts";
export { type AuditEntry, auditRow, inTrail, record } from "./record.ts";
export { auditRoutes } from "./routes.ts";
export { type BrokenChain, verifyChain } from "./seal.ts";
export { watchCalls } from "./watch-calls.ts";
