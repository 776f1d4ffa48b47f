export { type AskFlags, askFlags, type Whose } from "./ask.ts";
export { type FlagContext, type Flags, openFlags, type Toggle } from "./flags.ts";
export { flagsRoutes } from "./routes.ts";
