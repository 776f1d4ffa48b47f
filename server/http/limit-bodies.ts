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
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, request.routeOptions.config?.bodyMs ?? BODY_MS);
    timer.unref();
    raw.once("close", () => clearTimeout(timer));
    raw.once("end", () => clearTimeout(timer));
  });
}
