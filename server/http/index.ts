export {
  type Access,
  anonymous,
  clientOf,
  deciding,
  declaredRoutes,
  everybody,
  idempotencyKey,
  newVisitor,
  type Owned,
  ownedBy,
  ownedWithin,
  person,
  signed,
  staff,
  themselves,
  visitor,
  wordsToFind,
} from "./access.ts";
export type {
  App,
  Factor,
  Log,
  Person,
  Reply,
  Request,
  SessionRenewal,
  Subject,
} from "./app.ts";
export { serveAppLinks } from "./app-links.ts";
export { attach } from "./attach.ts";
export { call } from "./call.ts";
export { createHttp } from "./create-http.ts";
export { AppError, type ErrorCode, type ErrorField, STATUS } from "./errors.ts";
export { evenly } from "./evenly.ts";
export { createEvents, type Events } from "./events.ts";
export type { Readiness } from "./health-routes.ts";
export { unstorableIn } from "./json-body.ts";
export { networkOf } from "./network-of.ts";
export { filesOfEntry, manifestIn } from "./page-code.ts";
export { intoApp, keepToOneLanguage, languageOf, servePages } from "./pages.ts";
export { rawBodyOf, withRawBodies } from "./raw-body.ts";
export { type Packed, pack, sendPacked } from "./same-for-all.ts";
export * from "./schemas.ts";
export { createTurns, type Turns } from "./turns.ts";
