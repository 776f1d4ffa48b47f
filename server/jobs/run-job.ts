import type { JsonObject } from "../../engine/values/json.ts";
import type { Clock } from "../clock/index.ts";
import type { JobHandler, WorkOptions } from "./job.ts";
import type { Schedules } from "./schedules.ts";

/** A job that this process can do; `cron` is `null` without a schedule. */
export type Registered = {
  /** A method, so that handlers of any data fit: a job gets the data that was sent under its name. */
  handler(...of: Parameters<JobHandler>): ReturnType<JobHandler>;
  readonly options: WorkOptions;
  cron: string | null;
};

/** Runs the handlers of jobs. */
export type Runner = {
  /** Runs a job, records it for its schedule, and returns the handler's result. */
  readonly run: (name: string, job: Registered, data: JsonObject, id: string) => Promise<unknown>;
  /** The same for a job of the queue. Throws an error that the queue can store. */
  readonly perform: (name: string, job: Registered, data: JsonObject, id: string) => Promise<unknown>;
};

/** Creates the runner. Without a clock no job is scheduled. */
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
        // Only the message of an error reaches pg-boss, because logs and pages can show it. It contains no data.
        throw new Error((error as Error).message);
      }
    },
  };
}
