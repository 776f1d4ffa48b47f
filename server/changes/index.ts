export { createChanges, publishDueJob } from "./room.ts";
export { changesRoutes } from "./routes.ts";
