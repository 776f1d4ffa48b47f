export { type Changes, createChanges, publishDueJob } from "./room.ts";
export { changesRoutes } from "./routes.ts";
