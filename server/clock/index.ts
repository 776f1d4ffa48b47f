export { type Clock, fixedClock, systemClock, ZONE } from "./clock.ts";
