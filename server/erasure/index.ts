export { endErasures, erasureJobs } from "./end-erasures.ts";
export { erasePerson } from "./erase-person.ts";
export { erasureOf } from "./erasure-of.ts";
export { erasureFacts } from "./facts.ts";
export { refuseHindered } from "./outlook.ts";
export type { ErasureRoom } from "./room.ts";
export { ErasureDone, erasureRoutes } from "./routes.ts";
