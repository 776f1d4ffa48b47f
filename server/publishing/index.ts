export { watchFiles } from "./hot-reload.ts";
export { createLetters, type Letters } from "./letters.ts";
export type { Changes, DefinitionFailure } from "./proposal-types.ts";
export { createPublishing, type Publishing } from "./publishing.ts";
export { refusalOf } from "./refusal.ts";
export { publishingRoutes } from "./routes.ts";
export { VersionSource, VersionState } from "./version-answers.ts";
