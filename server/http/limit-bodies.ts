import type { App } from "./app.ts";

/** Time in milliseconds within which a request body must arrive. */
const BODY_MS = 30_000;

/**
 * Disconnects clients that send a body too slowly. A route with a longer limit declares this limit
 * (`config.bodyMs`).
 */
export function limitBodies(app: App): void {
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    // If the request declares no body, no time limit is set, however long the answer takes.
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
