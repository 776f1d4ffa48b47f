import type { Clock as BossClock } from "pg-boss";
import type { Tx } from "../db/index.ts";
import type { Send } from "./job.ts";

/** Looks for scheduled jobs that are due, one look after the other. */
export type Looks = {
  /** Takes what is due, gives each job to `give`, and returns the names. */
  readonly take: Take;
  /** Sends due jobs, and schedules the next look. */
  readonly begin: () => Promise<void>;
  /** Waits for the look that is under way. No other follows. */
  readonly end: () => Promise<void>;
};

type Take = (give: (tx: Tx, name: string) => Promise<void>) => Promise<readonly string[]>;

const LOOK_FOR_DUE_EVERY_MS = 15_000;

/** Creates the looks. While `isWorking`, each look is followed by another. */
export function createLooks(deps: {
  readonly take: Take;
  readonly send: Send;
  readonly timers: BossClock;
  readonly onError: (error: Error, name: null) => void;
  readonly isWorking: () => boolean;
}): Looks {
  let taking: Promise<unknown> = Promise.resolve();
  let next: unknown = null;
  // Serialised, so that a look that began before a move of the clock does not take what the move made due.
  const take: Take = (give) => {
    const taken = taking.then(() => deps.take(give));
    taking = taken.catch(() => {});
    return taken;
  };
  const begin = async (): Promise<void> => {
    await take((tx, name) => deps.send(tx, name, {})).catch((error) => deps.onError(error, null));
    if (deps.isWorking()) next = deps.timers.setTimeout(begin, LOOK_FOR_DUE_EVERY_MS);
  };
  return {
    take,
    begin,
    end: async () => {
      deps.timers.clearTimeout(next);
      await taking;
    },
  };
}
