import { onceMore } from "../db/index.ts";
import type { App } from "./app.ts";

/**
 * Executes a repeatable call again if the connection to the database breaks. A restart of the database then
 * appears to the client as a pause. Must be called before any route is registered.
 */
export function repeatWhatMay(app: App): void {
  app.addHook("onRoute", (route) => {
    const reads = route.method === "GET";
    if (!reads && route.config?.repeatable !== true) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      // A call that changes data can be repeated only if the caller sent an idempotency key.
      const mayComeTwice = reads || request.headers["idempotency-key"] !== undefined;
      const handle = async () => await handler.call(this, request, reply);
      return mayComeTwice ? await onceMore(handle) : await handle();
    };
  });
}
