import { onceMore } from "../db/index.ts";
import type { App } from "./app.ts";

/**
 * Repeats a repeatable call if the connection to the database breaks, so that a restart of the database appears as a
 * pause. Call it before any route is registered.
 */
export function repeatWhatMay(app: App): void {
  app.addHook("onRoute", (route) => {
    const reads = route.method === "GET";
    if (!reads && route.config?.repeatable !== true) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      // A change is repeatable only with the caller's idempotency key.
      const mayComeTwice = reads || request.headers["idempotency-key"] !== undefined;
      const handle = async () => await handler.call(this, request, reply);
      return mayComeTwice ? await onceMore(handle) : await handle();
    };
  });
}
