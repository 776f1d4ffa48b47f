export { openFloor, type ServerOptions } from "./floor.ts";
export { registerJobs } from "./jobs.ts";
export { registerPages, tellPages } from "./pages.ts";
export { openRooms } from "./rooms.ts";
export { registerRoutes } from "./routes.ts";
