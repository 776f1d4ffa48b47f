export type { JobHandler, JobInfo, SendOptions, WorkOptions } from "./job.ts";
export { type Jobs, openJobs, prepareJobs } from "./jobs.ts";
export { jobsRoutes } from "./routes.ts";
export type { Overdue } from "./schedules.ts";
