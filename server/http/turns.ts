import { refuseWhileHolding } from "../holding.ts";
import { AppError } from "./errors.ts";

/** Runs a task when it is the client's turn. Error: `too-many-requests` if too many of its tasks wait. */
export type Turns = <Value>(whose: string, task: () => Promise<Value>) => Promise<Value>;

type Line = { running: number; readonly waiting: (() => void)[] };

/**
 * Creates a fair queue with limits in total and per client. Each client has a line, and lines are served in rotation,
 * so that one client with two hundred tasks delays others by one.
 */
export function createTurns({
  atOnce = Number.POSITIVE_INFINITY,
  each = Number.POSITIVE_INFINITY,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  readonly atOnce?: number;
  /** Per client. */
  readonly each?: number;
  /** Per client. Further tasks are rejected. */
  readonly mostWaiting?: number;
}): Turns {
  // In serving sequence.
  const lines = new Map<string, Line>();
  let running = 0;

  const serve = (): void => {
    for (const [whose, line] of lines) {
      if (running >= atOnce) return;
      const next = line.running < each ? line.waiting.shift() : undefined;
      if (next === undefined) continue;
      // Moves the line to the end of the rotation.
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
      // Lines that joined meanwhile are served before the rest of this one.
      lines.delete(whose);
      if (line.running > 0 || line.waiting.length > 0) lines.set(whose, line);
      serve();
    }
  };
}

const SOON = { "Retry-After": "1" };
