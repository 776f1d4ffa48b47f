import type { JsonObject } from "../../engine/values/json.ts";
import type { Clock } from "../clock/index.ts";
import type { JobHandler, WorkOptions } from "./job.ts";
import type { Schedules } from "./schedules.ts";

/** A job that this process can run. `cron` is `null` if the job has no schedule. */
export type Registered = {
  /**
   * Handler of the job. It is declared as a method, so that TypeScript accepts handlers for any type of data.
   */
  handler(...of: Parameters<JobHandler>): ReturnType<JobHandler>;
  readonly options: WorkOptions;
  cron: string | null;
};

/** Functions that run the handlers of jobs. */
export type Runner = {
  /** Runs a job, records its success for its schedule, and returns the handler's result. */
  readonly run: (name: string, job: Registered, data: JsonObject, id: string) => Promise<unknown>;
  /** Runs a job of the queue, like `run`. If the job fails, throws an error that the queue can store. */
  readonly perform: (name: string, job: Registered, data: JsonObject, id: string) => Promise<unknown>;
};

/** Creates the runner. If the clock is null, no job is scheduled. */
export function createRunner(deps: {
  readonly schedules: Schedules | null;
  readonly clock: Clock | null;
  readonly onError: (error: Error, name: string) => void;
}): Runner {
  const run: Runner["run"] = async (name, { handler, cron }, data, id) => {
    const begun = deps.clock?.now().toJSDate();
    const answer = await handler(data, { id, name });
    if (cron !== null && begun !== undefined) await deps.schedules?.done(name, begun);
    return answer;
  };
  return {
    run,
    perform: async (name, job, data, id) => {
      try {
        return await run(name, job, data, id);
      } catch (error) {
        deps.onError(error as Error, name);
        // Logs and pages can show the error that pg-boss stores. So pg-boss gets only the message of the
        // error, which contains no data.
        throw new Error((error as Error).message);
      }
    },
  };
}
