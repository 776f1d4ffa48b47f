import { clientOf } from "./access.ts";
import type { App } from "./app.ts";
import { createTurns } from "./turns.ts";

/** Parallel changes per client. A page needs one or two. */
const EACH = 4;
/** Waiting changes per client. Enough for several pages, or for many people behind one address. */
const MOST_WAITING = 100;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Exempt, because its sender determines the duration: uploads. */
    ownPace?: boolean;
  }
}

/**
 * Limits the parallel changes of a client, a person or a visitor's address. The rest wait without holding resources,
 * so that other clients find connections. Error: `too-many-requests` if too many wait. Call it before any route is
 * registered.
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
