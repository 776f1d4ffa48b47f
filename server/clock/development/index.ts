export { type MovableClock, movableClock } from "../movable-clock.ts";
export { clockRoutes } from "../routes.ts";
