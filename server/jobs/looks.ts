import type { Clock as BossClock } from "pg-boss";
import type { Tx } from "../db/index.ts";
import type { Send } from "./job.ts";

/** Service that regularly searches for due scheduled jobs. Only one search runs at a time. */
export type Looks = {
  /** Passes each due job to `give`, and returns the names of these jobs. */
  readonly take: Take;
  /** Sends due jobs to the queue, and schedules the next search. */
  readonly begin: () => Promise<void>;
  /** Waits for the present search to end, and prevents further searches. */
  readonly end: () => Promise<void>;
};

type Take = (give: (tx: Tx, name: string) => Promise<void>) => Promise<readonly string[]>;

const LOOK_FOR_DUE_EVERY_MS = 15_000;

/** Creates the service. While `isWorking` returns true, each search schedules the next one. */
export function createLooks(deps: {
  readonly take: Take;
  readonly send: Send;
  readonly timers: BossClock;
  readonly onError: (error: Error, name: null) => void;
  readonly isWorking: () => boolean;
}): Looks {
  let taking: Promise<unknown> = Promise.resolve();
  let next: unknown = null;
  // Searches run one after the other. Otherwise, a search that began before the clock was moved could take
  // jobs that became due by the move.
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
