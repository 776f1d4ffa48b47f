import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";

const LOOK_EVERY_MS = 500;
/**
 * Time to wait before each restart attempt, in milliseconds. After a long period without a crash, the first
 * time is used again.
 */
const WAITS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
const CALM_AFTER_MS = 10 * 60_000;

type Log = {
  readonly error: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
};

/**
 * Supervises a cluster while the portal runs, and restarts it if its process dies, at most eight times in ten
 * minutes. While the cluster is down, calls to the portal return 503. Pools and jobs reconnect by themselves.
 * Returns a function that ends the supervision.
 */
export function keepRunning(
  cluster: Pick<Cluster, "isDown" | "revive" | "pid">,
  log: Log,
  waits: readonly number[] = WAITS_MS,
): () => void {
  let watching = true;
  const watch = async () => {
    let tries: readonly number[] = [];
    while (watching) {
      await pause(LOOK_EVERY_MS, undefined, { ref: false });
      if (!watching || !cluster.isDown()) continue;
      tries = tries.filter((at) => Date.now() - at < CALM_AFTER_MS);
      const wait = waits[tries.length];
      if (wait === undefined) {
        log.error(
          { tries: tries.length },
          "database: it does not stay up and is not started again; see its log",
        );
        return;
      }
      log.error(
        { pid: cluster.pid, tries: tries.length },
        "database: its process is gone; it is started again",
      );
      tries = [...tries, Date.now()];
      await pause(wait, undefined, { ref: false });
      if (!watching) return;
      try {
        await cluster.revive();
        log.warn({ pid: cluster.pid }, "database: it is back");
      } catch (error) {
        log.error({ err: error }, "database: it did not come up");
      }
    }
  };
  void watch();
  return () => {
    watching = false;
  };
}
