import { everybody } from "./access.ts";
import type { App } from "./app.ts";
import { call } from "./call.ts";
import { FLAG, INSTANT, listOf, objectOf, TEXT } from "./schemas.ts";
import { sharedLook } from "./shared-look.ts";

/** Function that checks the server's dependencies before the server gets traffic. */
export type Readiness = () => Promise<{
  readonly database: boolean;
  readonly jobs: boolean;
  /** Schedules whose job is overdue. The server still counts as ready. */
  readonly overdue: readonly { readonly job: string; readonly since: string }[];
  /** Whether the master key matches the database. */
  readonly key: boolean;
  /** Whether the data folder is writable. */
  readonly storage: boolean;
}>;

/**
 * Time in milliseconds for which the result of a health check is reused, so that a burst of requests causes
 * one check.
 */
const LOOK_MS = 1_000;

const Ready = objectOf({
  ok: FLAG,
  database: FLAG,
  jobs: FLAG,
  overdue: listOf(objectOf({ job: TEXT, since: INSTANT })),
  key: FLAG,
  storage: FLAG,
});

/**
 * Registers the health checks for an orchestrator: whether this process is alive, and whether it can serve
 * people.
 */
export function healthRoutes(
  app: App,
  ready: Readiness = async () => ({ database: true, jobs: true, overdue: [], key: true, storage: true }),
): void {
  const look = sharedLook(LOOK_MS, ready);
  call(
    app,
    "GET /healthz",
    {
      summary: "Whether this process lives",
      tags: ["operations"],
      access: everybody,
      answers: { 200: objectOf({ ok: FLAG }) },
      errors: [],
      config: { quiet: true, rateLimit: false },
    },
    () => ({ ok: true }),
  );
  call(
    app,
    "GET /readyz",
    {
      summary: "Whether this process can serve people",
      tags: ["operations"],
      access: everybody,
      answers: { 200: Ready, 503: Ready },
      errors: [],
      config: { quiet: true, rateLimit: false },
    },
    async (_request, reply) => {
      const state = await look();
      const ok = state.database && state.jobs && state.key && state.storage;
      return reply.code(ok ? 200 : 503).send({ ok, ...state });
    },
  );
}
