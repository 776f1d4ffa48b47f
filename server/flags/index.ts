export { type AskFlags, askFlags, type Whose } from "./ask.ts";
export { daysJob, tellDays } from "./days.ts";
export { switchesRoutes } from "./desk-routes.ts";
export { escalateJob, escalatePresses } from "./escalate.ts";
export { catalogueIn } from "./flag-files.ts";
export { type FlagContext, type Flags, openFlags, type Toggle } from "./flags.ts";
export type { SwitchEffects, SwitchRoom } from "./room.ts";
export { flagsRoutes } from "./routes.ts";
export { type StoredFlags, storedFlags } from "./set-store.ts";
