export { type Audit, auditJobs, createAudit } from "./create-audit.ts";
export type { Notices } from "./notices.ts";
export { type AuditEntry, record } from "./record.ts";
export { auditRoutes } from "./routes.ts";
export { watchCalls } from "./watch-calls.ts";
