import type { App } from "./app.ts";

/** How long a body may take to arrive. */
const BODY_MS = 30_000;

/**
 * Cuts off who sends a body so slowly that it is there for the connection alone. A route that waits longer says so
 * (`config.bodyMs`).
 */
export function limitBodies(app: App): void {
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    // Whoever announces no body sends none: however long their answer takes, nothing is waited for.
    const { "content-length": length = "0", "transfer-encoding": chunked } = raw.headers;
    if (raw.complete || (chunked === undefined && length === "0")) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, request.routeOptions.config?.bodyMs ?? BODY_MS);
    timer.unref();
    raw.once("close", () => clearTimeout(timer));
    raw.once("end", () => clearTimeout(timer));
  });
}
