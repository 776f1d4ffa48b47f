import { refuseWhileHolding } from "../holding.ts";
import { AppError } from "./errors.ts";

/**
 * Function that runs a task when it is the client's turn. Error: `too-many-requests` if too many tasks of the
 * client wait.
 */
export type Turns = <Value>(whose: string, task: () => Promise<Value>) => Promise<Value>;

type Line = { running: number; readonly waiting: (() => void)[] };

/**
 * Creates a fair queue with limits in total and per client. Each client has its own line of tasks. Lines are
 * served in rotation, so that a client with two hundred tasks delays the others by only one task.
 */
export function createTurns({
  atOnce = Number.POSITIVE_INFINITY,
  each = Number.POSITIVE_INFINITY,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  readonly atOnce?: number;
  /** Maximum number of parallel tasks per client. */
  readonly each?: number;
  /** Maximum number of waiting tasks per client. Further tasks are rejected. */
  readonly mostWaiting?: number;
}): Turns {
  // The lines of the clients, in the order in which they are served.
  const lines = new Map<string, Line>();
  let running = 0;

  const serve = (): void => {
    for (const [whose, line] of lines) {
      if (running >= atOnce) return;
      const next = line.running < each ? line.waiting.shift() : undefined;
      if (next === undefined) continue;
      // The line moves to the end of the rotation.
      lines.delete(whose);
      lines.set(whose, line);
      line.running += 1;
      running += 1;
      next();
    }
  };

  return async (whose, task) => {
    refuseWhileHolding("a turn");
    const line = lines.get(whose) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= mostWaiting) throw new AppError("too-many-requests", { headers: SOON });
    lines.set(whose, line);
    await new Promise<void>((resolve) => {
      line.waiting.push(resolve);
      serve();
    });
    try {
      return await task();
    } finally {
      line.running -= 1;
      running -= 1;
      // The line moves to the end of the rotation, so that the other lines are served before it.
      lines.delete(whose);
      if (line.running > 0 || line.waiting.length > 0) lines.set(whose, line);
      serve();
    }
  };
}

const SOON = { "Retry-After": "1" };
