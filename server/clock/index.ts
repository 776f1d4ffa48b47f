export { type Clock, fixedClock, systemClock, ZONE } from "./clock.ts";
export { type MovableClock, movableClock } from "./movable-clock.ts";
export { clockRoutes } from "./routes.ts";
