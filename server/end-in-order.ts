import type { Portal } from "./start-portal.ts";

/** What a process answers that fell over a fault of its own; whoever looks after it starts it again. */
const FELL = 70;
/** A terminal's Ctrl-C comes from several sides at once; later than this it was meant again. */
const SAME_PRESS_MS = 1_000;
/** Longer than everything that `stop` waits for: whoever runs containers gives ten seconds. */
const END_WITHIN_MS = 9_500;

/**
 * Ends the process in order when it is asked to, when whoever looked after it is gone, and when something threw that nobody
 * heard: what is running is finished or cut off, then the database that came along ends. Asked twice it ends at once.
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
  // Nobody may be left to send a signal.
  if (process.channel !== undefined) process.on("disconnect", () => end(0));
  // A rejection that nobody handles comes here as well. What state it left things in, nobody knows.
  process.on("uncaughtException", (error) => {
    server.app.log.fatal({ err: error }, "a fault that nobody handled: the process ends");
    if (askedAt === null) end(FELL);
  });
  // The reader of our log may be gone; that is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
