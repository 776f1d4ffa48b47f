export type { PageEvent } from "./announcements.ts";
export {
  type Changes,
  type CurrentVersion,
  createDefinitions,
  type DefinitionFailure,
  type Definitions,
} from "./definitions.ts";
export { explainRoutes } from "./explain-routes.ts";
export { watchFiles } from "./hot-reload.ts";
export type { Surroundings } from "./impact.ts";
export { definitionsRoutes } from "./routes.ts";
