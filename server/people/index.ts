export type { Room as People } from "./room.ts";
export { peopleRoutes } from "./routes.ts";
