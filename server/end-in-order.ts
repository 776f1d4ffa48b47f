import type { Portal } from "./start-portal.ts";

/** Exit status after an unhandled error. A supervisor restarts the process. */
const FELL = 70;
/** A terminal's Ctrl-C arrives several times at once. After this time it is a second press. */
const SAME_PRESS_MS = 1_000;
/** Longer than all waits of `stop`, and shorter than the ten seconds that container runtimes allow. */
const END_WITHIN_MS = 9_500;

/**
 * Ends the process in order when asked, when its supervisor is gone, or after an unhandled error: running work is
 * finished or aborted, then the embedded database stops. A second request ends it at once.
 */
export function endInOrder({ server, stop, abandon }: Pick<Portal, "server" | "stop" | "abandon">): void {
  let askedAt: number | null = null;
  const end = (status: number) => {
    if (askedAt !== null) {
      if (Date.now() - askedAt < SAME_PRESS_MS) return;
      abandon();
      process.exit(1);
    }
    askedAt = Date.now();
    setTimeout(() => {
      abandon();
      process.exit(1);
    }, END_WITHIN_MS).unref();
    stop().then(
      () => process.exit(status),
      (error: Error) => {
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
  // Without a parent no one can send a signal.
  if (process.channel !== undefined) process.on("disconnect", () => end(0));
  // Unhandled rejections arrive here too. The state is unknown after them.
  process.on("uncaughtException", (error) => {
    server.app.log.fatal({ err: error }, "a fault that nobody handled: the process ends");
    if (askedAt === null) end(FELL);
  });
  // A closed log output is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
