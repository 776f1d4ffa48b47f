export {
  type JobHandler,
  type JobInfo,
  type Jobs,
  openJobs,
  prepareJobs,
  type SendOptions,
  type WorkOptions,
} from "./jobs.ts";
export { jobsRoutes } from "./routes.ts";
export type { Overdue } from "./schedules.ts";
