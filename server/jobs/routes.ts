import type { App } from "../http/index.ts";
import { AppError } from "../http/index.ts";
import type { Jobs } from "./jobs.ts";

/** `/api/dev/jobs`: names the jobs and runs one now. Registered in development only. */
export function jobsRoutes(app: App, jobs: Jobs): void {
  app.get(
    "/api/dev/jobs",
    { schema: { summary: "Names of the jobs (development only)", tags: ["development"] } },
    async () => ({ jobs: jobs.names() }),
  );
  app.post<{ Params: { name: string } }>(
    "/api/dev/jobs/:name/run",
    { schema: { summary: "Runs a job now (development only)", tags: ["development"] } },
    async (request) => {
      if (!jobs.names().includes(request.params.name)) throw new AppError("not-found");
      const result = await jobs.runNow(request.params.name);
      return { ran: request.params.name, result: result ?? null };
    },
  );
}
