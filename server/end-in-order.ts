import type { Portal } from "./start-portal.ts";

/** Exit status after an unhandled error. The supervisor then restarts the process. */
const FELL = 70;
/**
 * Time in milliseconds within which several signals count as one Ctrl-C, because a terminal can send a signal
 * several times at once. A signal after this time counts as a second Ctrl-C.
 */
const SAME_PRESS_MS = 1_000;
/**
 * Maximum time for ending in order, in milliseconds. All waits of `stop` fit into it, and it is shorter than
 * the ten seconds after which container runtimes kill a process.
 */
const END_WITHIN_MS = 9_500;

/**
 * Ends the process in order: work in progress is finished or aborted, then the embedded database stops. This
 * happens on a signal, when the supervisor has ended, or after an unhandled error. A second signal ends the
 * process at once.
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
  // If the parent process has ended, no process will send a signal, so this process ends by itself.
  if (process.channel !== undefined) process.on("disconnect", () => end(0));
  // This also receives unhandled rejections. After any such error the state of the process is unknown, so it
  // must end.
  process.on("uncaughtException", (error) => {
    server.app.log.fatal({ err: error }, "a fault that nobody handled: the process ends");
    if (askedAt === null) end(FELL);
  });
  // If only the output of the log was closed, the process continues.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
