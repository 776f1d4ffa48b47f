export type { PageEvent } from "./announcements.ts";
export {
  type CurrentVersion,
  createDefinitions,
  type Definitions,
} from "./definitions.ts";
export { explainRoutes } from "./explain-routes.ts";
export { watchFiles } from "./hot-reload.ts";
export type { Fate, Survey, SurveyOpen, SurveyOptions } from "./impact.ts";
export { pageRoutes } from "./page-routes.ts";
export { pathsRoutes } from "./paths-routes.ts";
export type { Changes, DefinitionFailure } from "./proposal-types.ts";
export { definitionsRoutes } from "./routes.ts";
export { ruleBookRoutes } from "./rule-book-routes.ts";
