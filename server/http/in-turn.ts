import { clientOf } from "./access.ts";
import type { App } from "./app.ts";
import { createTurns } from "./turns.ts";

/** A page sends one or two calls at once that change something; more are a crowd of one client's own making. */
const EACH = 4;
/** Some pages full of them; an address that many share has that many people. */
const MOST_WAITING = 100;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Takes as long as its sender likes, and waits for nobody: uploads. */
    ownPace?: boolean;
  }
}

/**
 * Of one client, a person or a stranger's address, few calls that change something are at work at the same time; the rest
 * wait outside, where they hold nothing. Whatever one client sends, the others find connections.
 * Error: `too-many-requests` where too many wait. Stands before every route.
 */
export function changesInTurn(app: App): void {
  const turns = createTurns({ each: EACH, mostWaiting: MOST_WAITING });
  app.addHook("onRoute", (route) => {
    const reads = ["GET", "HEAD", "OPTIONS"].includes(String(route.method));
    if (reads || route.config?.ownPace === true) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      return await turns(clientOf(request), async () => await handler.call(this, request, reply));
    };
  });
}
