import type { Json } from "../../engine/values/json.ts";
import {
  AnyJson,
  type App,
  AppError,
  anonymous,
  call,
  inputOf,
  listOf,
  named,
  objectOf,
  TEXT,
} from "../http/index.ts";
import type { Jobs } from "./jobs.ts";

const JobNames = named("JobNames", objectOf({ jobs: listOf(TEXT) }));
const JobRun = named(
  "JobRun",
  objectOf({ ran: TEXT, result: AnyJson }, "A job that ran, and what it answered"),
);

/** Registers `/api/dev/jobs`, which lists the jobs and can run one. Development only. */
export function jobsRoutes(app: App, jobs: Jobs): void {
  call(
    app,
    "GET /api/dev/jobs",
    {
      summary: "Names of the jobs (development only)",
      tags: ["development"],
      access: anonymous,
      answers: { 200: JobNames },
      errors: [],
    },
    () => ({ jobs: jobs.names() }),
  );
  call(
    app,
    "POST /api/dev/jobs/:name/run",
    {
      summary: "Runs a job now (development only)",
      tags: ["development"],
      access: anonymous,
      params: inputOf({ name: TEXT }),
      answers: { 200: JobRun },
      errors: ["not-found"],
    },
    async (request) => {
      if (!jobs.names().includes(request.params.name)) throw new AppError("not-found");
      const result = await jobs.runNow(request.params.name);
      return { ran: request.params.name, result: (result ?? null) as Json };
    },
  );
}
