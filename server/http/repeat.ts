import { onceMore } from "../db/index.ts";
import type { App } from "./app.ts";

/**
 * Where the connection to the database breaks under a call that may come twice, the call is done again: whoever asked
 * notices a restart of the database as a pause. Stands before every route.
 */
export function repeatWhatMay(app: App): void {
  app.addHook("onRoute", (route) => {
    const reads = route.method === "GET";
    if (!reads && route.config?.repeatable !== true) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      // What changes something may come twice by the name that its caller gave it.
      const mayComeTwice = reads || request.headers["idempotency-key"] !== undefined;
      const handle = async () => await handler.call(this, request, reply);
      return mayComeTwice ? await onceMore(handle) : await handle();
    };
  });
}
