export { type FlagContext, type Flags, openFlags, type Toggle } from "./flags.ts";
export { flagContextOf, flagsRoutes } from "./routes.ts";
