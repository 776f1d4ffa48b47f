export { openFloor, type ServerOptions } from "./floor.ts";
export { registerJobs } from "./jobs.ts";
export { registerPages, tellPages } from "./pages.ts";
export { openRooms, type Rooms } from "./rooms.ts";
export { apiRoutes, type CallFloor, developmentRoutes, registerRoutes } from "./routes.ts";
