import { Worker } from "node:worker_threads";
import { trade } from "../../domain/index.ts";
import { withTrade } from "../../engine/flow/index.ts";
import type { Log } from "../http/index.ts";
import type { Unsound } from "../sources/index.ts";
import type { GateInput, Passed } from "./judged.ts";

/** Reason why a version was not judged. The portal has a text for each of these codes. */
export type NotJudged = {
  readonly kind: "not-judged";
  /** Code of the reason. The run exceeded its time or memory limit, or too many runs wait. */
  readonly code: "gate-too-long" | "gate-too-large" | "gate-busy";
};

/** Runs the gate in a separate thread, so that the server stays responsive. */
export type GateRunner = {
  /** Judges a version. Runs are executed one at a time, in order. Throws if the gate itself fails. */
  readonly run: (given: GateInput) => Promise<Passed | Unsound | NotJudged>;
  /** Ends the thread. Waiting runs get the result `not-judged`. */
  readonly stop: () => Promise<void>;
};

/**
 * Adds the business code (`trade`: formats and functions) to a result of the thread, because messages between
 * threads cannot carry functions.
 */
function withItsTrade(answer: Passed | Unsound): Passed | Unsound {
  return answer.kind === "passed" ? { ...answer, definition: withTrade(answer.definition, trade) } : answer;
}

/** A request to the thread. */
export type Ask = { readonly id: number; readonly given: GateInput };
export type Reply =
  | { readonly id: number; readonly answer: Passed | Unsound }
  | { readonly id: number; readonly thrown: string };

/** Limits of one run. The largest flow needs 0.3 s and 60 MB. */
export type GateLimits = {
  readonly limitMs: number;
  readonly memoryMb: number;
  readonly mostWaiting: number;
  /** Idle time in milliseconds after which the thread ends. */
  readonly idleMs: number;
};
const LIMITS: GateLimits = { limitMs: 60_000, memoryMb: 512, mostWaiting: 16, idleMs: 30_000 };

/** Creates the runner. The thread starts with the first run, and again after a run that exceeded a limit. */
export function createGateRunner(deps: {
  readonly log: Pick<Log, "warn">;
  readonly limits?: Partial<GateLimits>;
}): GateRunner {
  const limits = { ...LIMITS, ...deps.limits };
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let asked = 0;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };

  const judge = (given: GateInput): Promise<Passed | Unsound | NotJudged> => {
    clearTimeout(idle);
    worker ??= startThread(limits, (ended) => {
      if (worker === ended) worker = null;
    });
    asked += 1;
    const ask = { id: asked, given };
    return askThread(worker, ask, {
      log: deps.log,
      limitMs: limits.limitMs,
      settled: (broken) => {
        if (broken) void end();
        else idle = setTimeout(() => void end(), limits.idleMs).unref();
      },
    });
  };

  return {
    run: async (given) => {
      if (waiting >= limits.mostWaiting) return { kind: "not-judged", code: "gate-busy" };
      waiting += 1;
      const turn = last
        .then(() => judge(given))
        .finally(() => {
          waiting -= 1;
        });
      last = turn.catch(() => {});
      return await turn;
    },
    stop: end,
  };
}

function startThread({ memoryMb }: Pick<GateLimits, "memoryMb">, onExit: (ended: Worker) => void): Worker {
  const started = new Worker(new URL("./gate-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  // The process may exit while the thread waits. A failure of an idle thread does no harm.
  started.unref();
  started.on("error", () => {});
  started.on("exit", () => onExit(started));
  return started;
}

/**
 * Sends a request to the thread and waits for its answer. First calls `settled`: with true if the thread is
 * broken and must end, otherwise with false.
 */
function askThread(
  thread: Worker,
  { id, given }: Ask,
  {
    log,
    limitMs,
    settled,
  }: {
    readonly log: Pick<Log, "warn">;
    readonly limitMs: number;
    readonly settled: (broken: boolean) => void;
  },
): Promise<Passed | Unsound | NotJudged> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void, broken: boolean): void => {
      clearTimeout(timer);
      thread.off("message", hear).off("error", fall).off("exit", leave);
      settled(broken);
      then();
    };
    const notJudged = (code: NotJudged["code"]): void => {
      log.warn({ flow: given.flow, code }, "definitions: a version was not judged");
      settle(() => resolve({ kind: "not-judged", code }), true);
    };
    const hear = (reply: Reply): void => {
      if (reply.id !== id) return;
      if ("answer" in reply) settle(() => resolve(withItsTrade(reply.answer)), false);
      else settle(() => reject(new Error(`gate: ${given.flow}: ${reply.thrown}`)), false);
    };
    const fall = (error: Error & { readonly code?: string }): void => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") notJudged("gate-too-large");
      else settle(() => reject(error), true);
    };
    const leave = (): void => notJudged("gate-busy");
    const timer = setTimeout(() => notJudged("gate-too-long"), limitMs);
    thread.on("message", hear).on("error", fall).on("exit", leave);
    thread.postMessage({ id, given } satisfies Ask);
  });
}
