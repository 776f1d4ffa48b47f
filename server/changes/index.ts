export { createChanges, type Room as Changes } from "./room.ts";
export { changesRoutes } from "./routes.ts";
export { publishDue, publishDueJob } from "./schedule.ts";
