export type { PageEvent } from "./announcements.ts";
export {
  type CurrentVersion,
  currentVersions,
  readCurrent,
  readCurrentOf,
  readCurrentStored,
} from "./current-versions.ts";
export { createDefinitions, type Definitions } from "./definitions.ts";
export { keepModule } from "./modules.ts";
export { pageRoutes } from "./page-routes.ts";
export { withFiles } from "./version-files.ts";
export {
  addModule,
  addProposed,
  addPublished,
  keepEvidence,
  listVersions,
  lockFlow,
  publishVersion,
  readLastOfFiles,
  readVersion,
  refuseVersion,
  type StoredVersion,
  summaryOf,
  type Version,
  type VersionSummary,
  withdrawVersion,
} from "./version-store.ts";
