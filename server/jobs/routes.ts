import { type App, AppError, answer, listOf, nameAnswers, objectOf, TEXT } from "../http/index.ts";
import type { Jobs } from "./jobs.ts";

/** `/api/dev/jobs`: names the jobs and runs one now. Registered in development only. */
export function jobsRoutes(app: App, jobs: Jobs): void {
  nameAnswers(app, {
    JobNames: objectOf({ jobs: listOf(TEXT) }),
    JobRun: objectOf({ ran: TEXT, result: answer("Json") }, "A job that ran, and what it answered"),
  });
  app.get(
    "/api/dev/jobs",
    {
      schema: {
        summary: "Names of the jobs (development only)",
        tags: ["development"],
        response: { 200: answer("JobNames") },
      },
    },
    async () => ({ jobs: jobs.names() }),
  );
  app.post<{ Params: { name: string } }>(
    "/api/dev/jobs/:name/run",
    {
      schema: {
        summary: "Runs a job now (development only)",
        tags: ["development"],
        response: { 200: answer("JobRun") },
      },
    },
    async (request) => {
      if (!jobs.names().includes(request.params.name)) throw new AppError("not-found");
      const result = await jobs.runNow(request.params.name);
      return { ran: request.params.name, result: result ?? null };
    },
  );
}
