import { refuseWhileHolding } from "../holding.ts";
import { AppError } from "./errors.ts";

/** Runs a task when it is `whose` turn. Error: `too-many-requests` where too many of theirs wait already. */
export type Turns = <Value>(whose: string, task: () => Promise<Value>) => Promise<Value>;

type Line = { running: number; readonly waiting: (() => void)[] };

/**
 * Lets so many tasks run at once, and of one client so many. The others wait in a line for each client, and the lines are
 * served one after the other: who sends two hundred waits for two hundred, and whoever comes then waits for one of them.
 */
export function createTurns({
  atOnce = Number.POSITIVE_INFINITY,
  each = Number.POSITIVE_INFINITY,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  readonly atOnce?: number;
  /** Of one client. */
  readonly each?: number;
  /** Of one client: more are refused. */
  readonly mostWaiting?: number;
}): Turns {
  // In the order in which they are served.
  const lines = new Map<string, Line>();
  let running = 0;

  const serve = (): void => {
    for (const [whose, line] of lines) {
      if (running >= atOnce) return;
      const next = line.running < each ? line.waiting.shift() : undefined;
      if (next === undefined) continue;
      // Behind all others; the loop comes to it again.
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
      // Who came while this one was at work is served before the rest of its line.
      lines.delete(whose);
      if (line.running > 0 || line.waiting.length > 0) lines.set(whose, line);
      serve();
    }
  };
}

const SOON = { "Retry-After": "1" };
