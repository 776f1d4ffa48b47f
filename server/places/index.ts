export { placesFacts } from "./facts.ts";
export { placesRoutes } from "./routes.ts";
