export { idempotencyKey, requirePerson, requireRole, subjectOf } from "./access.ts";
export * from "./answer-schemas.ts";
export type { App, Log, Person, Reply, Request, Role } from "./app.ts";
export { createHttp, type Readiness } from "./create-http.ts";
export { AppError, type ErrorCode, type ErrorField, STATUS } from "./errors.ts";
export { EVEN_MS, evenly } from "./evenly.ts";
export { createEvents, type Events } from "./events.ts";
export { networkOf } from "./network-of.ts";
export { languageOf, servePages } from "./pages.ts";
