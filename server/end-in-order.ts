import type { Portal } from "./start-portal.ts";

/** Exit status after an unhandled error. The supervisor then restarts the process. */
const FELL = 70;
/**
 * Time in milliseconds within which several signals count as one Ctrl-C. A terminal can send it several times
 * at once; a later signal is a second press.
 */
const SAME_PRESS_MS = 1_000;
/**
 * Maximum duration of an orderly end, in milliseconds. It is longer than all waits of `stop`, and shorter
 * than the ten seconds that container runtimes allow.
 */
const END_WITHIN_MS = 9_500;

/**
 * Ends the process in order on a signal, when its supervisor is gone, or after an unhandled error: running
 * work is finished or aborted, then the embedded database stops. A second signal ends the process at once.
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
  // If the parent process is gone, no signal will arrive, so the process ends.
  if (process.channel !== undefined) process.on("disconnect", () => end(0));
  // Unhandled rejections arrive here too. After such an error the state of the process is unknown.
  process.on("uncaughtException", (error) => {
    server.app.log.fatal({ err: error }, "a fault that nobody handled: the process ends");
    if (askedAt === null) end(FELL);
  });
  // A closed log output is no reason to end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
